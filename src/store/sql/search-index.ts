import { foldText } from '../../search/fold.ts';
import type {
  FoundRow,
  Kind,
  Mark,
  Part,
  PartChange,
  SearchIndex,
  SearchRow,
  SearchScope,
  SearchQuery,
} from '../../search/search-index.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Row, Sql, SqlValue, Transaction } from './sql.ts';
import { field, filled, number, places, text } from './values.ts';

/** A condition or statement with its values. */
export interface Piece {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** How an engine finds texts that contain given terms. */
export interface Matching {
  /**
   * A statement that returns `seq`, `at` and `score` of the rows of `search_rows` that match the filter and contain
   * all terms in their folded title or words. A lower score is better.
   * @param filter a condition on `search_rows`
   */
  select(terms: readonly string[], filter: Piece): Piece;
}

/** The search index for any engine. Opening it again after a loss is the opener's task. */
export class SqlSearchIndex implements SearchIndex {
  readonly #sql: Sql;
  readonly #matching: Matching;

  constructor(sql: Sql, matching: Matching) {
    this.#sql = sql;
    this.#matching = matching;
  }

  async marks(kind: Parameters<SearchIndex['marks']>[0]): Promise<ReadonlyMap<Part, Mark>> {
    const rows = await this.#sql.all(`SELECT * FROM search_parts WHERE kind = ? ORDER BY part`, kind);
    return new Map(rows.map((row) => [text(row['part']) as Part, markOf(row)]));
  }

  async mark(part: Part): Promise<Mark | undefined> {
    const row = await this.#sql.get(`SELECT * FROM search_parts WHERE part = ?`, part);
    return row && markOf(row);
  }

  async change({ part, anew = false, rows, edits = [], gone = [], mark }: PartChange): Promise<void> {
    await this.#sql.transaction(async (tx) => {
      if (anew) await tx.run(`DELETE FROM search_rows WHERE part = ?`, part);
      for (const { id, words } of edits) await edit(tx, part, id, words);
      for (const id of gone) await drop(tx, part, id);
      for (const row of rows) {
        await drop(tx, part, row.id);
        await insert(tx, part, row);
      }
      await tx.run(
        `INSERT INTO search_parts (part, kind, position, identity) VALUES (?, ?, ?, ?)
         ON CONFLICT (part) DO UPDATE SET position = excluded.position, identity = excluded.identity`,
        part,
        part.slice(0, part.indexOf(':')),
        mark.position,
        mark.identity,
      );
    });
    // Deleted words must not remain in the write-ahead log.
    if (anew || edits.length + gone.length > 0) await this.#sql.forget();
  }

  async forget(parts: readonly Part[]): Promise<number> {
    if (parts.length === 0) return 0;
    const gone = await this.#sql.transaction(async (tx) => {
      let rows = 0;
      for (const part of parts) {
        rows += await tx.run(`DELETE FROM search_rows WHERE part = ?`, part);
        await tx.run(`DELETE FROM search_parts WHERE part = ?`, part);
      }
      return rows;
    });
    if (gone > 0) await this.#sql.forget();
    return gone;
  }

  async find(request: SearchQuery): Promise<FoundRow[]> {
    const { sql, values } = this.#matching.select(request.terms, filterOf(request));
    const rows = await this.#sql.all(
      `SELECT search_rows.* FROM (
         SELECT seq, at, score FROM (${sql}) AS fitting ORDER BY score, at DESC, seq DESC LIMIT ? OFFSET ?
       ) AS found JOIN search_rows ON search_rows.seq = found.seq
       ORDER BY found.score, found.at DESC, found.seq DESC`,
      ...values,
      request.limit,
      request.offset,
    );
    return rows.map(rowOf);
  }

  async newest(): Promise<number> {
    const row = await this.#sql.get(`SELECT seq FROM search_rows ORDER BY seq DESC LIMIT 1`);
    return row ? number(row['seq']) : 0;
  }

  async values(of: 'author' | 'outlet' | 'category', within?: readonly SessionKey[]): Promise<string[]> {
    const reach = reachOf(within);
    const rows = await this.#sql.all(
      `SELECT DISTINCT ${of} AS value FROM search_rows WHERE ${of} IS NOT NULL${reach ? ` AND ${reach.sql}` : ''}
       ORDER BY value`,
      ...(reach?.values ?? []),
    );
    return rows.map((row) => text(row['value']));
  }
}

/** A LIKE pattern (… ESCAPE '\') that finds the term anywhere, taken literally. */
export function likeAnywhere(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

function filterOf(request: SearchQuery): Piece {
  const { scopes, author, outlets, category, fromMs, beforeMs, upTo, inSession } = request;
  const pieces: (Piece | undefined)[] = [
    scopes && scopesPiece(scopes),
    inSession && sessionPiece(inSession),
    author === undefined
      ? undefined
      : { sql: `search_rows.folded_author LIKE ? ESCAPE '\\'`, values: [likeAnywhere(author)] },
    outlets && { sql: `search_rows.outlet IN (${places(outlets)})`, values: outlets },
    comparing('search_rows.category =', category),
    comparing('search_rows.at >=', fromMs),
    comparing('search_rows.at <', beforeMs),
    comparing('search_rows.seq <=', upTo),
  ];
  const given = pieces.filter((piece) => piece !== undefined);
  return {
    sql: ['1 = 1', ...given.map(({ sql }) => sql)].join(' AND '),
    values: given.flatMap(({ values }) => values),
  };
}

function scopesPiece(scopes: readonly SearchScope[]): Piece {
  const pieces = scopes
    .filter(({ kinds }) => kinds.length > 0)
    .map(({ kinds, within }): Piece => {
      const reach = reachOf(within);
      const ofKind = `search_rows.kind IN (${places(kinds)})`;
      return reach
        ? { sql: `(${ofKind} AND ${reach.sql})`, values: [...kinds, ...reach.values] }
        : { sql: ofKind, values: kinds };
    });
  return {
    sql: `(${['1 = 0', ...pieces.map(({ sql }) => sql)].join(' OR ')})`,
    values: pieces.flatMap(({ values }) => values),
  };
}

function comparing(column: string, value: string | number | undefined): Piece | undefined {
  return value === undefined ? undefined : { sql: `${column} ?`, values: [value] };
}

function reachOf(within: readonly SessionKey[] | undefined): Piece | undefined {
  if (within === undefined) return undefined;
  if (within.length === 0) return { sql: '1 = 0', values: [] };
  const keys = filled(within);
  const list = places(keys);
  return {
    sql: `(search_rows.session IN (${list}) OR search_rows.place IN (${list}))`,
    values: [...keys, ...keys],
  };
}

function sessionPiece({ session, story }: NonNullable<SearchQuery['inSession']>): Piece {
  const here = 'search_rows.session = ? OR search_rows.place = ?';
  return story === undefined
    ? { sql: `(${here})`, values: [session, session] }
    : { sql: `(${here} OR search_rows.story = ?)`, values: [session, session, story] };
}

async function edit(tx: Transaction, part: Part, id: string, words: string): Promise<void> {
  const row = await tx.get(`SELECT * FROM search_rows WHERE part = ? AND id = ?`, part, id);
  if (!row) return;
  await drop(tx, part, id);
  await insert(tx, part, { ...rowOf(row), words });
}

async function drop(tx: Transaction, part: Part, id: string): Promise<void> {
  await tx.run(`DELETE FROM search_rows WHERE part = ? AND id = ?`, part, id);
}

async function insert(tx: Transaction, part: Part, row: SearchRow): Promise<void> {
  const { author, title, words } = row;
  await tx.run(
    `INSERT INTO search_rows (part, id, kind, session, place, at, author, folded_author, category, outlet, language, url,
       story, title, words, folded_title, folded_words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[part, row.id, row.kind, row.session, row.place, row.atMs],
    author ?? null,
    author === undefined ? null : foldText(author),
    row.category ?? null,
    row.outlet ?? null,
    row.language ?? null,
    row.url ?? null,
    row.story ?? null,
    title,
    words,
    foldText(title),
    foldText(words),
  );
}

function markOf(row: Row): Mark {
  return { position: number(row['position']), identity: text(row['identity']) };
}

function rowOf(row: Row): FoundRow {
  return {
    seq: number(row['seq']),
    part: text(row['part']) as Part,
    id: text(row['id']),
    kind: text(row['kind']) as Kind,
    session: text(row['session']) as SessionKey,
    place: text(row['place']) as SessionKey,
    atMs: number(row['at']),
    ...field('author', row['author'], text),
    ...field('category', row['category'], text),
    ...field('outlet', row['outlet'], text),
    ...field('language', row['language'], text),
    ...field('url', row['url'], text),
    ...field('story', row['story'], text),
    title: text(row['title']),
    words: text(row['words']),
  };
}
