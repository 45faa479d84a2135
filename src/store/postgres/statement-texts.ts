/**
 * A statement in PostgreSQL's form: `$1`, `$2` … as placeholders, and a name under which a connection prepares it
 * once.
 */
interface StatementText {
  readonly name: string;
  readonly text: string;
}

/**
 * The statements of this process, by their SQL. Repositories have a few hundred; lists add one per power of two.
 */
export class StatementTexts {
  readonly #known = new Map<string, StatementText>();

  of(sql: string): StatementText {
    const known = this.#known.get(sql);
    if (known) return known;
    let place = 0;
    const text = sql.replaceAll('?', () => `$${(place += 1)}`);
    const added = { name: `s${this.#known.size + 1}`, text };
    this.#known.set(sql, added);
    return added;
  }
}
