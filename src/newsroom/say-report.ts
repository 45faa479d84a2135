/** A run in words, for its editors. */
import { dayAndTime } from '../time/zone.ts';
import { editorsZone } from './edition.ts';
import type { Edition } from './edition.ts';
import type { RunSummary } from './jobs/run-summary.ts';
import { isOver } from './jobs/story-job.ts';
import type { StoryJob } from './jobs/story-job.ts';
import { wordingOf } from './wording.ts';
import type { Waits } from './wording.ts';

type Spoken = Pick<Edition, 'language' | 'zone' | 'editorsZone'>;

/** "Run …: 4 of 5 stories posted.", and each of the others with its reason. */
export function sayReport(summary: RunSummary, edition: Spoken): string {
  const { run, completed, total } = summary.summary;
  const counts = { posted: completed, all: total };
  return wordingOf(edition.language).report(run, counts, unposted(summary, edition));
}

/** The same while some stories wait. */
export function sayWaiting(summary: RunSummary, waiting: readonly StoryJob[], edition: Spoken): string {
  const wording = wordingOf(edition.language);
  const { run, completed, total } = summary.summary;
  const said = waiting.map((job) => wording.waits(titleOf(job), waitsOf(job, edition)));
  return wording.reportWaiting(run, { posted: completed, all: total }, said, unposted(summary, edition));
}

/** What a story waits for, with times as people read them. */
export function waitsOf({ state }: Pick<StoryJob, 'state'>, edition: Spoken): Waits {
  const { kind = 'hold', by, until } = state.hold ?? {};
  const ms = Date.parse(until ?? '');
  const locale = edition.language === 'en' ? 'en' : 'zh';
  const moment = Number.isNaN(ms) ? undefined : dayAndTime(ms, editorsZone(edition), locale);
  return {
    ...{ kind, by, until: moment },
    needsApproval: state.hold?.['needs_approval'] === true,
    inDoubt: state.hold?.['in_doubt'] === true,
  };
}

/** As it was written, else as it was planned. */
export function titleOf({ story, result }: Pick<StoryJob, 'story' | 'result'>): string {
  return result.worker?.title || story.title;
}

function unposted({ detail }: RunSummary, { language }: Spoken): string[] {
  return detail.stories
    .filter(({ status }) => isOver(status) && status !== 'SUCCESS' && status !== 'RESCUED')
    .map(({ title, detail: why, reason }) => wordingOf(language).notPosted(title, why ?? reason ?? '–'));
}
