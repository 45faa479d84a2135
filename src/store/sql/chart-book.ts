import { z } from 'zod';
import { claimSchema } from '../../newsroom/model/claim.ts';
import type { ChartBook, HourSpent, RunStart, StoryClaims } from '../../newsroom/views/charts.ts';
import type { Sql } from './sql.ts';
import { json, number, text } from './values.ts';

const HOUR_MS = 3_600_000;
const checked = z.object({ claims: z.array(claimSchema.pick({ verdict: true })).default([]) });

/** Reads for the charts. */
export class SqlChartBook implements ChartBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async starts(sinceMs: number): Promise<RunStart[]> {
    const rows = await this.#sql.all(
      `SELECT slot, started_at FROM runs
       WHERE slot >= ? AND started_at IS NOT NULL AND trigger IN ('schedule', 'catch-up') ORDER BY seq`,
      sinceMs,
    );
    return rows.map((row) => ({ slotMs: number(row['slot']), startedAtMs: number(row['started_at']) }));
  }

  async spending(sinceMs: number): Promise<HourSpent[]> {
    const rows = await this.#sql.all(
      `SELECT at / ${HOUR_MS} AS hour, task, sum(counted_tokens) AS tokens, coalesce(sum(cost_usd), 0) AS usd
       FROM receipts WHERE at >= ? GROUP BY at / ${HOUR_MS}, task ORDER BY hour, task`,
      sinceMs,
    );
    return rows.map((row) => ({
      hourMs: number(row['hour']) * HOUR_MS,
      task: text(row['task']),
      tokens: number(row['tokens']),
      usd: number(row['usd']),
    }));
  }

  async claims(sinceMs: number): Promise<StoryClaims[]> {
    const rows = await this.#sql.all(
      `SELECT published_at, story FROM stories WHERE published_at >= ? ORDER BY published_at, id`,
      sinceMs,
    );
    return rows.map((row) => {
      const verdicts: Record<string, number> = {};
      for (const { verdict } of checked.parse(json(row['story'])).claims)
        verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      return { publishedAtMs: number(row['published_at']), verdicts };
    });
  }
}
