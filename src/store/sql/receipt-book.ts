import type { Receipt, ReceiptBook, Spent, SpentBy, SpentOf } from '../../llm/receipt.ts';
import type { Row, Sql, Transaction } from './sql.ts';
import { maybe, number, text } from './values.ts';

/** Receipts of calls to models: one row per attempt, never changed. */
export class SqlReceiptBook implements ReceiptBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async write(receipt: Receipt): Promise<void> {
    const write = (tx: Transaction) =>
      tx.run(
        `INSERT INTO receipts (at, task, provider, model, profile, input_tokens, output_tokens, counted_tokens,
           cost_usd, latency, outcome, error, turn, run, session, person, place)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        receipt.atMs,
        receipt.task,
        receipt.provider,
        receipt.model,
        receipt.profile ?? null,
        receipt.inputTokens ?? null,
        receipt.outputTokens ?? null,
        receipt.countedTokens,
        receipt.costUsd ?? null,
        Math.round(receipt.latencyMs),
        receipt.outcome,
        receipt.error ?? null,
        receipt.turn ?? null,
        receipt.run ?? null,
        receipt.session ?? null,
        receipt.asker?.person ?? null,
        receipt.asker?.place ?? null,
      );
    await this.#sql.transaction(write, { about: [] });
  }

  async spent(of: SpentOf): Promise<Spent[]> {
    const { where, values } = whereOf(of);
    const rows = await this.#sql.all(
      `SELECT provider, model, count(*) AS calls, count(*) FILTER (WHERE outcome NOT IN ('ok', 'length')) AS failed,
         coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output,
         sum(counted_tokens) AS counted, coalesce(sum(cost_usd), 0) AS cost, count(*) FILTER (WHERE cost_usd IS NULL) AS unpriced
       FROM receipts WHERE ${where} GROUP BY provider, model ORDER BY provider, model`,
      ...values,
    );
    return rows.map((row) => ({
      provider: text(row['provider']),
      model: text(row['model']),
      calls: number(row['calls']),
      failed: number(row['failed']),
      inputTokens: number(row['input']),
      outputTokens: number(row['output']),
      countedTokens: number(row['counted']),
      costUsd: number(row['cost']),
      unpriced: number(row['unpriced']),
    }));
  }

  async newest(limit: number): Promise<Receipt[]> {
    return (await this.#sql.all(`SELECT * FROM receipts ORDER BY seq DESC LIMIT ?`, limit)).map(receiptOf);
  }
}

function whereOf(of: SpentOf): { where: string; values: (string | number)[] } {
  if ('run' in of) return { where: 'run = ?', values: [of.run] };
  const { sinceMs, beforeMs = Number.MAX_SAFE_INTEGER, by } = of;
  const time = { where: 'at >= ? AND at < ?', values: [sinceMs, beforeMs] };
  if (by === undefined) return time;
  const { condition, values } = askedBy(by);
  return { where: `${time.where} AND ${condition}`, values: [...time.values, ...values] };
}

function askedBy(by: SpentBy): { condition: string; values: string[] } {
  if (by === 'anybody') return { condition: 'person IS NOT NULL', values: [] };
  if ('person' in by) return { condition: 'person = ?', values: [by.person] };
  return { condition: 'place = ?', values: [by.place] };
}

function receiptOf(row: Row): Receipt {
  const absent = {
    profile: maybe(row['profile'], number),
    inputTokens: maybe(row['input_tokens'], number),
    outputTokens: maybe(row['output_tokens'], number),
    costUsd: maybe(row['cost_usd'], number),
    error: maybe(row['error'], text),
    turn: maybe(row['turn'], text),
    run: maybe(row['run'], text),
    session: maybe(row['session'], text),
    asker: row['person'] === null ? undefined : { person: text(row['person']), place: text(row['place']) },
  };
  const present = Object.fromEntries(Object.entries(absent).filter(([, value]) => value !== undefined));
  return {
    atMs: number(row['at']),
    task: text(row['task']) as Receipt['task'],
    provider: text(row['provider']),
    model: text(row['model']),
    countedTokens: number(row['counted_tokens']),
    latencyMs: number(row['latency']),
    outcome: text(row['outcome']) as Receipt['outcome'],
    ...present,
  };
}
