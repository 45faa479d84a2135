import { dayAndTime } from '../../time/zone.ts';
import { categoryLabel } from '../edition/category-label.ts';
import type { Labels } from '../edition/category-label.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { sincePosted } from './since-posted.ts';

/**
 * What a story's thread knows about the story: the automation that ordered it and why, corrections or withdrawal,
 * its text, its numbered sources. For a withdrawn story neither text nor sources.
 * @param actions the story's editorial actions, oldest first.
 */
export function sayStory(
  story: PublishedStory,
  { zone, edition }: { readonly zone: string; readonly edition?: Labels },
  actions: readonly EditorialAction[] = [],
): string {
  const { title, category, job, why, runId, publishedAtMs, body, pack } = story;
  const by = job
    ? `the automation "${job.name}" (${job.id}), in its run of ${dayAndTime(job.slotMs, zone)}`
    : 'a run of the newsroom';
  const { corrections = [], being_checked: checked, withdrawn } = sincePosted(actions, zone);
  const because = (given: string | undefined) => (given === undefined ? '' : `: ${given}`);
  return [
    `${title} (${categoryLabel(category, edition)})`,
    `Ordered by ${by}; newsroom run ${runId}; posted ${dayAndTime(publishedAtMs, zone)}.`,
    ...(why === undefined ? [] : [`Why it was picked: ${why}`]),
    ...(withdrawn ? [`WITHDRAWN by ${withdrawn.by}, ${withdrawn.at}${because(withdrawn.why)}`] : []),
    ...(checked ? [`Being checked since ${checked.at}, says ${checked.by}${because(checked.why)}`] : []),
    ...corrections.map(({ by: editor, at, text }) => `CORRECTED by ${editor}, ${at}: ${text}`),
    ...(withdrawn
      ? []
      : [body, ...pack.sources.map(({ n, outlet, title: its, url }) => `[${n}] ${outlet}: ${its} <${url}>`)]),
  ].join('\n');
}
