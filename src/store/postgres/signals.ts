/**
 * What desks tell each other: rows of a table, announced by NOTIFY with their ids. Whoever was cut off reads what it missed.
 * Signals of a moment travel together; the first of them at once. Losing one costs time and nothing else, so failures are only logged.
 */
import pg from 'pg';
import type { Signal } from '../../sessions/peers.ts';
import { pass, systemClock } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';
import { number, text } from '../sql/values.ts';

const CHANNEL = 'nightdesk_signals';
/** How long signals are kept for a desk that was cut off. */
const KEPT_MS = 60_000;
/** Between two rows of a desk: each costs a write, and a read of every other desk. */
const PAUSE_MS = 25;
const CONNECT_AGAIN_MS = 1_000;

interface SignalsDeps {
  readonly url: string;
  readonly schema: string;
  /** Whose signals these are; its own are not heard. */
  readonly desk: string;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: { warn(fields: object, text: string): void };
}

export class Signals {
  readonly #deps: SignalsDeps;
  readonly #closing = new AbortController();
  #heard: (signal: Signal) => void = () => {};
  #client: pg.Client | undefined;
  #listening: Promise<void> | undefined;
  #outgoing: Signal[] = [];
  #sending: Promise<void> | undefined;
  /** The newest row that was read. */
  #last = 0;
  /** Rows that were found without an announcement; it may still come. */
  readonly #found = new Set<number>();
  #reading: Promise<void> = Promise.resolve();

  constructor(deps: SignalsDeps) {
    this.#deps = deps;
  }

  /** Resolves when this desk hears the others. */
  async listen(heard: (signal: Signal) => void): Promise<void> {
    this.#heard = heard;
    this.#last = await this.#newest();
    const connected = this.#connect();
    this.#listening = connected.catch(() => this.#connectAgain());
    await connected.catch(() => {});
  }

  /** Returns at once. */
  send(signal: Signal): void {
    if (this.#closing.signal.aborted) return;
    this.#outgoing.push(signal);
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
  }

  /** Find what was announced in vain: a line can be dead for hours before one end of it notices. */
  look(): Promise<void> {
    return this.#read();
  }

  /** Remove old signals. */
  async tidy(): Promise<void> {
    await this.#deps.pool.query(`DELETE FROM signals WHERE at < ${NOW} - $1`, [KEPT_MS]);
  }

  async close(): Promise<void> {
    await this.#sending;
    this.#closing.abort(new Error('closed'));
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {}); // it is gone
    await this.#listening;
    await this.#reading;
  }

  async #send(): Promise<void> {
    const { pool, desk, log } = this.#deps;
    await Promise.resolve(); // what is told in this moment goes together
    while (this.#outgoing.length > 0) {
      const signals = this.#outgoing;
      this.#outgoing = [];
      await pool
        .query(
          `WITH made AS (INSERT INTO signals (desk, at, body) VALUES ($1, ${NOW}, $2) RETURNING id)
           SELECT pg_notify('${CHANNEL}', id::text) FROM made`,
          [desk, JSON.stringify(signals).replaceAll('\\u0000', '\\ufffd')],
        )
        .catch((err: unknown) => log.warn({ module: 'store', err }, 'telling other desks failed'));
      if (!this.#closing.signal.aborted) await pass(systemClock, PAUSE_MS); // what follows goes together
    }
  }

  async #connect(): Promise<void> {
    const { url, schema } = this.#deps;
    const client = new pg.Client({
      connectionString: url,
      application_name: 'nightdesk-signals',
      options: `-c search_path=${schema}`,
      keepAlive: true,
    });
    client.on('notification', ({ payload = '' }) => void this.#read(Number(payload)));
    client.on('error', () => {}); // 'end' follows
    client.once('end', () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#listening = this.#connectAgain();
    });
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    if (this.#closing.signal.aborted) return client.end();
    this.#client = client;
    this.#found.clear();
    void this.#read(); // what came while nobody listened
  }

  async #connectAgain(): Promise<void> {
    const { clock, log } = this.#deps;
    while (!this.#closing.signal.aborted && !this.#client) {
      await clock.until(clock.now() + CONNECT_AGAIN_MS, this.#closing.signal).catch(() => {}); // closed
      if (this.#closing.signal.aborted) return;
      await this.#connect().catch((err: unknown) =>
        log.warn({ module: 'store', err }, 'listening to other desks failed'),
      );
    }
  }

  /** @param announced the row of an announcement; without it, all that are newer than the newest one read. */
  #read(announced?: number): Promise<void> {
    return (this.#reading = this.#reading.then(() => this.#readSome(announced)));
  }

  async #readSome(announced?: number): Promise<void> {
    const { pool, desk, log } = this.#deps;
    if (announced !== undefined && this.#found.delete(announced)) return;
    const which = announced === undefined ? 'id >' : 'id =';
    try {
      const { rows } = await pool.query<Record<string, unknown>>(
        `SELECT id, body FROM signals WHERE ${which} $1 AND desk <> $2 ORDER BY id`,
        [announced ?? this.#last, desk],
      );
      for (const row of rows) {
        const id = number(row['id']);
        this.#last = Math.max(this.#last, id);
        if (announced === undefined) this.#found.add(id);
        for (const signal of JSON.parse(text(row['body'])) as Signal[]) this.#heard(signal);
      }
    } catch (err) {
      log.warn({ module: 'store', err }, 'hearing other desks failed');
    }
  }

  async #newest(): Promise<number> {
    const { rows } = await this.#deps.pool.query<Record<string, unknown>>(
      `SELECT coalesce(max(id), 0) AS id FROM signals`,
    );
    return number(rows[0]?.['id']);
  }
}

/** Milliseconds, by the database's clock. */
const NOW = `(SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)`;
