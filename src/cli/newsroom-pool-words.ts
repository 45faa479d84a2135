/** What the desk answers about the pool, as far as the command line reads it, and how it is said. */
import { z } from 'zod';
import { dayAndTime } from '../time/zone.ts';
import { oneLine, table } from './table.ts';

const outcomeSchema = z.looseObject({
  key: z.string(),
  label: z.string(),
  result: z.string(),
  items: z.number(),
  newItems: z.number(),
  error: z.string().exactOptional(),
});

export const updateSchema = z.looseObject({
  feeds: z.array(outcomeSchema),
  searches: z.array(outcomeSchema).exactOptional(),
});
type UpdateAnswer = z.infer<typeof updateSchema>;

export const feedSchema = z.looseObject({
  key: z.string(),
  label: z.string(),
  state: z.string(),
  failuresInARow: z.number(),
  lastSuccessAtMs: z.number().exactOptional(),
  lastItems: z.number().exactOptional(),
  lastNewItems: z.number().exactOptional(),
  newItems: z.number().exactOptional(),
  lastError: z.string().exactOptional(),
  lastErrorDetail: z.string().exactOptional(),
  nextDueAtMs: z.number().exactOptional(),
  silentSinceMs: z.number().exactOptional(),
  disabledAtMs: z.number().exactOptional(),
});
type FeedAnswer = z.infer<typeof feedSchema>;

export const statusSchema = z.looseObject({
  links: z.number(),
  pending: z.number(),
  openEvents: z.number(),
  postedEvents: z.number(),
  feeds: z.array(feedSchema),
});

export const prunedSchema = z.looseObject({
  links: z.number(),
  events: z.number(),
  articles: z.number(),
  recounted: z.number(),
});

export const previewSchema = z.looseObject({
  feed: feedSchema,
  nextReadAtMs: z.number().exactOptional(),
  links: z.array(
    z.looseObject({
      title: z.string(),
      url: z.string(),
      firstSeenAtMs: z.number(),
      publishedAtMs: z.number().exactOptional(),
      fate: z.string(),
      why: z.string(),
    }),
  ),
});

export const auditSchema = z.looseObject({
  runs: z.array(
    z.looseObject({
      kind: z.string(),
      startedAtMs: z.number(),
      finishedAtMs: z.number(),
      detail: z.looseObject({
        feeds: z.array(outcomeSchema).exactOptional(),
        searches: z.array(outcomeSchema).exactOptional(),
        decided: z.number().exactOptional(),
      }),
    }),
  ),
});

/** "7 of 8 sources answered, 120 items, 14 new", and a line for each that didn't answer. */
export function sayUpdate({ feeds, searches = [] }: Pick<UpdateAnswer, 'feeds' | 'searches'>): string {
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

/** Why a feed isn't well, and when it is read again. */
export function remarkOf(feed: FeedAnswer, zone: string): string {
  const { lastError, lastErrorDetail, nextDueAtMs, silentSinceMs, failuresInARow, disabledAtMs } = feed;
  if (disabledAtMs !== undefined)
    return `${lastError ?? 'failed'}, ${failuresInARow} times in a row; enable it: newsroom pool enable ${feed.key}`;
  if (silentSinceMs !== undefined) return `nothing new since ${dayAndTime(silentSinceMs, zone)}`;
  if (lastError === undefined) return '';
  const next = nextDueAtMs === undefined ? '' : `; not before ${dayAndTime(nextDueAtMs, zone)}`;
  return `${lastError}, ${failuresInARow} in a row${next}${lastErrorDetail ? `: ${lastErrorDetail}` : ''}`;
}
