/** The pool, its feeds and their updates in words. */
import { z } from 'zod';
import type { ResultOf } from '../main/features.ts';
import { dayAndTime } from '../time/zone.ts';
import { oneLine, table } from './table.ts';

type FeedAnswer = ResultOf<'newsroom.pool.status'>['feeds'][number];

const outcomes = z.array(
  z.looseObject({
    key: z.string(),
    result: z.string(),
    items: z.number(),
    newItems: z.number(),
    error: z.string().exactOptional(),
  }),
);
const outcomesSchema = z.looseObject({ feeds: outcomes, searches: outcomes.exactOptional() });
type Outcomes = Readonly<z.infer<typeof outcomesSchema>>;

/** The outcomes of an update in a pool record's details; undefined for other records. */
export function outcomesIn(detail: unknown): Outcomes | undefined {
  return outcomesSchema.safeParse(detail).data;
}

/** "7 of 8 sources answered, 120 items, 14 new", and a line for each that didn't answer. */
export function sayUpdate({ feeds, searches = [] }: Outcomes): string {
  const all = [...feeds, ...searches];
  const answered = all.filter(({ result }) => result === 'ok' || result === 'unchanged');
  const sum = (of: (it: (typeof all)[number]) => number) => all.reduce((total, it) => total + of(it), 0);
  const counts = `${sum((it) => it.items)} items, ${sum((it) => it.newItems)} new`;
  const others = all.filter((it) => !answered.includes(it));
  return [
    `${answered.length} of ${all.length} sources answered, ${counts}`,
    ...others.map(
      ({ key, result, error }) => `  ${key}: ${result.replace('_', ' ')}${error ? ` (${error})` : ''}`,
    ),
  ].join('\n');
}

/** Feeds as a table: key, state, last success, items, new items, remarks. */
export function feedTable(feeds: readonly FeedAnswer[], zone: string): string {
  const at = (time: number | undefined) => (time === undefined ? '-' : dayAndTime(time, zone));
  const rows = feeds.map((feed) => [
    feed.key,
    feed.state.replace('_', ' '),
    at(feed.lastSuccessAtMs),
    String(feed.lastItems ?? '-'),
    String(feed.newItems ?? '-'),
    oneLine(remarkOf(feed, zone), 90),
  ]);
  return table(['FEED', 'STATE', `LAST ANSWER (${zone})`, 'ITEMS', 'NEW EVER', 'REMARK'], rows);
}

/** What is wrong with a feed, and when it is read again. */
export function remarkOf(feed: FeedAnswer, zone: string): string {
  const { lastError, lastErrorDetail, nextDueAtMs, silentSinceMs, failuresInARow, disabledAtMs } = feed;
  if (disabledAtMs !== undefined)
    return `${lastError ?? 'failed'}, ${failuresInARow} times in a row; enable it: newsroom pool enable ${feed.key}`;
  if (silentSinceMs !== undefined) return `nothing new since ${dayAndTime(silentSinceMs, zone)}`;
  if (lastError === undefined) return '';
  const next = nextDueAtMs === undefined ? '' : `; not before ${dayAndTime(nextDueAtMs, zone)}`;
  return `${lastError}, ${failuresInARow} in a row${next}${lastErrorDetail ? `: ${lastErrorDetail}` : ''}`;
}
