import { dayAndTime } from '../../time/zone.ts';
import type { PublishedStory } from '../story-book.ts';

/** What a thread knows of its story: which automation ordered it and why, its text, its sources by number. */
export function tellStory(story: PublishedStory, zone: string): string {
  const { title, category, job, why, runId, publishedAtMs, body, pack } = story;
  const by = job
    ? `the automation "${job.name}" (${job.id}), in its run of ${dayAndTime(job.slotMs, zone)}`
    : 'a run of the newsroom';
  return [
    `${title} (${category})`,
    `Ordered by ${by}; newsroom run ${runId}; posted ${dayAndTime(publishedAtMs, zone)}.`,
    ...(why === undefined ? [] : [`Why it was picked: ${why}`]),
    body,
    ...pack.sources.map(({ n, outlet, title: its, url }) => `[${n}] ${outlet}: ${its} <${url}>`),
  ].join('\n');
}
