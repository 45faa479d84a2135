/**
 * What the charts show: feeds, stories, runs, models, the checker and how fast stories are. Read from the stores; nothing
 * is counted apart from them, so that figures reach back as far as rows are kept.
 */
import { inParallel } from '../../async/in-parallel.ts';
import type { Clock } from '../../time/clock.ts';
import { categoryLabel } from '../edition/category-label.ts';
import { editorsZone, type Edition } from '../edition/edition.ts';
import type { Pool } from '../intake/pool/pool.ts';
import type { BoardBook, BookedBatch } from './board.ts';
import type { BoardJob } from './board-story.ts';
import { dayIn, lastDays, spreadOf, sumsOf, type Figures } from './figures.ts';

/** Times are milliseconds since the epoch, UTC. */
export interface ChartBook {
  /** Runs of schedules since then that started. */
  starts(sinceMs: number): Promise<readonly RunStart[]>;
  /** What models were asked since then, summed up by the hour. */
  spending(sinceMs: number): Promise<readonly HourSpent[]>;
  /** The claims of stories that were posted since then. */
  claims(sinceMs: number): Promise<readonly StoryClaims[]>;
}

export interface RunStart {
  readonly slotMs: number;
  readonly startedAtMs: number;
}

export interface HourSpent {
  readonly hourMs: number;
  readonly task: string;
  readonly tokens: number;
  readonly usd: number;
}

export interface StoryClaims {
  readonly publishedAtMs: number;
  /** How many claims have each verdict. */
  readonly verdicts: Readonly<Record<string, number>>;
}

interface ChartsDeps {
  readonly edition: Edition;
  readonly book: ChartBook;
  readonly board: Pick<BoardBook, 'runs'>;
  readonly pool: Pick<Pool, 'itemHours' | 'paces'>;
  readonly jobs: (batch: BookedBatch) => Promise<readonly BoardJob[]>;
  readonly clock: Pick<Clock, 'now'>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ITEM_HOURS = 48;
const MOST_BATCHES = 2_000;
/** Each has a file for each of its stories. */
const BATCHES_AT_ONCE = 16;

export class Charts {
  readonly #deps: ChartsDeps;

  constructor(deps: ChartsDeps) {
    this.#deps = deps;
  }

  /** Items an hour by source, of the last 48 hours. */
  async items(): Promise<Figures> {
    const { edition, pool, clock } = this.#deps;
    const lastMs = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
    const hour = (ms: number) => new Date(ms).toISOString();
    const sinceMs = lastMs - (ITEM_HOURS - 1) * HOUR_MS;
    const points = Array.from({ length: ITEM_HOURS }, (_, n) => hour(sinceMs + n * HOUR_MS));
    const labels = new Map(edition.feeds.map(({ key, label }) => [key, label]));
    const rows = (await pool.itemHours(sinceMs)).map(({ feed, hourMs, items }) => ({
      ...{ point: hour(hourMs), name: labels.get(feed) ?? feed, value: items },
    }));
    return { points, figures: [{ id: 'items', unit: 'items', series: sumsOf(points, rows) }] };
  }

  /** Ordered stories a day, by outcome and by category. */
  async stories(days: number): Promise<Figures> {
    const { edition, board, jobs } = this.#deps;
    const { points, sinceMs, day } = this.#days(days);
    const batches = await board.runs(sinceMs, MOST_BATCHES);
    const stories = await inParallel(batches, BATCHES_AT_ONCE, undefined, async (batch) => {
      const point = day(batch.createdAtMs);
      return (await jobs(batch)).map(({ story, state }) => ({
        ...{ point, value: 1, status: state.status },
        category: story.category === '' ? '' : categoryLabel(story.category, edition),
      }));
    });
    const rows = stories.flat();
    const outcomes = rows.map((row) => ({ ...row, name: row.status }));
    const categories = rows.map((row) => ({ ...row, name: row.category }));
    return {
      points,
      figures: [
        { id: 'outcomes', unit: 'stories', series: sumsOf(points, outcomes) },
        { id: 'categories', unit: 'stories', series: sumsOf(points, categories) },
      ],
    };
  }

  /** How late runs of schedules started, a day. */
  async runs(days: number): Promise<Figures> {
    const { points, sinceMs, day } = this.#days(days);
    const rows = (await this.#deps.book.starts(sinceMs)).map(({ slotMs, startedAtMs }) => ({
      point: day(slotMs),
      value: Math.max(0, Math.round((startedAtMs - slotMs) / 100) / 10),
    }));
    return { points, figures: [{ id: 'lateness', unit: 'seconds', series: spreadOf(points, rows) }] };
  }

  /** Tokens and cost a day, by task. */
  async models(days: number): Promise<Figures> {
    const { points, sinceMs, day } = this.#days(days);
    const spent = await this.#deps.book.spending(sinceMs);
    const by = (value: (row: HourSpent) => number) =>
      sumsOf(
        points,
        spent.map((row) => ({ point: day(row.hourMs), name: row.task, value: value(row) })),
      );
    return {
      points,
      figures: [
        { id: 'tokens', unit: 'tokens', series: by(({ tokens }) => tokens) },
        { id: 'cost', unit: 'usd', series: by(({ usd }) => usd) },
      ],
    };
  }

  /** What checking found of the claims of posted stories, a day. */
  async doubts(days: number): Promise<Figures> {
    const { points, sinceMs, day } = this.#days(days);
    const rows = (await this.#deps.book.claims(sinceMs)).flatMap(({ publishedAtMs, verdicts }) =>
      Object.entries(verdicts).map(([name, value]) => ({ point: day(publishedAtMs), name, value })),
    );
    return { points, figures: [{ id: 'doubts', unit: 'claims', series: sumsOf(points, rows) }] };
  }

  /** From the first link of an event to its post, a day. */
  async pace(days: number): Promise<Figures> {
    const { points, sinceMs, day } = this.#days(days);
    const rows = (await this.#deps.pool.paces(sinceMs)).map(({ createdAtMs, postedAtMs }) => ({
      point: day(postedAtMs),
      value: Math.max(0, Math.round((postedAtMs - createdAtMs) / 6_000) / 10),
    }));
    return { points, figures: [{ id: 'pace', unit: 'minutes', series: spreadOf(points, rows) }] };
  }

  #days(days: number) {
    const { edition, clock } = this.#deps;
    const zone = editorsZone(edition);
    const points = lastDays(days, clock.now(), zone);
    // Rows of an earlier day are no point's.
    return { points, day: dayIn(zone), sinceMs: clock.now() - (days + 1) * DAY_MS };
  }
}
