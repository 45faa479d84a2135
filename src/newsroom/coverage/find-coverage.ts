/**
 * Finds what speaks against writing or posting a story: another one about the same happening that this desk channel
 * has posted, that waits, or that editors killed. Checked when it is ordered, before it is written, and by the gate
 * before it is posted.
 *
 * - A development is an event of its own, and an update builds on its story; neither is a repetition.
 * - A story that an editor orders is written even if another editor killed it.
 */
import type { SessionKey } from '../../sessions/key.ts';
import { dayAndTime } from '../../time/zone.ts';
import { storyKey } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import { urlKey } from '../model/url-key.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { threadLink } from '../model/thread-link.ts';
import type { StoryEvents } from './event-marks.ts';
import { ReadHappening, sameHappening } from './same-happening.ts';
import type { Happening } from './same-happening.ts';
import type { Found } from './coverage-index.ts';
import { asHappening, happeningOf, coveredStories } from './covered-stories.ts';
import type { CoverageBooks, CoveredNotice, CoveredStory, Unfinished } from './covered-stories.ts';
import { textOf } from './posted-stories.ts';

/** Who asks. The pipeline ignores stories that are only being written, because the gate decides which of two is posted. */
export type Asking = 'order' | 'pipeline' | 'gate';

export interface Coverage {
  /** A story about the same: posted before waiting, waiting before killed. */
  readonly covered?: CoveredStory;
  /** Possible matches, for somebody who understands more than words. */
  readonly doubtful: readonly Found<CoveredStory>[];
  /** What the story is about. */
  readonly happening: Happening;
}

const UNFINISHED: Readonly<Record<Asking, Unfinished>> = { order: 'all', pipeline: 'held', gate: 'none' };

const ORDER: readonly CoveredStory['kind'][] = ['posted', 'waiting', 'killed'];

/**
 * Whether the desk channel has covered, is covering, or has killed this story, and which story that was. With `pack`,
 * its texts are compared too.
 */
export async function findCoverage(
  job: Assignment,
  desk: SessionKey,
  deps: CoverageBooks & { readonly events: StoryEvents },
  asking: Asking = 'order',
  pack?: SourcePack,
): Promise<Coverage> {
  const happening = withPack(await happeningOf(job, deps.events), pack);
  const told = await coveredStories(desk, deps, deps.events, UNFINISHED[asking]);
  const read = new ReadHappening(happening);
  const found = told.flatMap((item): Found<CoveredStory>[] => {
    if (!counts(item, job) || isSibling(item, job)) return [];
    const { answer, ...why } = sameHappening(read, asTold(item, job));
    return answer === 'no' ? [] : [{ answer, ...why, item }];
  });
  const same = found.filter(({ answer }) => answer === 'yes').map((it) => it.item);
  const first = ORDER.flatMap((kind) => same.find((one) => one.kind === kind) ?? [])[0];
  const doubtful = found.filter(({ answer, item: one }) => answer === 'doubtful' && one.kind !== 'waiting');
  return { happening, doubtful, ...(first && { covered: first }) };
}

/** An update may have the words of what it updates; its pages tell whether it was covered. */
function asTold(one: CoveredStory, job: Assignment): ReadHappening {
  const isOfUpdate = job.story.update_of !== undefined && one.kind !== 'killed';
  const { titles, words, ...identity } = asHappening(one);
  return new ReadHappening({ ...identity, ...(isOfUpdate ? { titles: [] } : { titles, words }) });
}

/** The sources' texts are known once they have been read. */
function withPack(happening: Happening, pack: SourcePack | undefined): Happening {
  return pack ? { ...happening, text: `${happening.text}\n${textOf(pack)}` } : happening;
}

function counts({ kind, id }: CoveredStory, job: Assignment): boolean {
  const { ordered_by, update_of } = job.story;
  if (id === storyKey(job)) return false;
  switch (kind) {
    case 'posted':
      return id !== update_of;
    case 'waiting':
      return true;
    case 'killed':
      return ordered_by === undefined;
  }
}

/** Other updates of the same story are about the same happening, from other pages. */
function isSibling({ kind, updateOf, url }: CoveredStory, { story }: Assignment): boolean {
  const isSame = story.update_of !== undefined && updateOf === story.update_of;
  return isSame && kind === 'posted' && urlKey(url) !== urlKey(story.primary_url);
}

/** The finding as a sentence, with what can be done instead. */
export function sayCoverage({ kind, id, title, atMs, thread, by, why }: CoveredNotice, zone: string): string {
  const when = dayAndTime(atMs, zone);
  const where = thread === undefined ? id : `${threadLink(thread)}, ${id}`;
  switch (kind) {
    case 'posted':
      return `posted already: "${title}" (${when}; ${where}); to tell what is new, follow it (/story follow) or order an update of it`;
    case 'waiting':
      return `a story of it is being written or waits: "${title}" (ordered ${when}; ${where})`;
    case 'killed':
      return `${by ?? 'an editor'} killed it ${when}${why === undefined ? '' : ` (${why})`}: "${title}" (${where}); it can be ordered all the same`;
  }
}
