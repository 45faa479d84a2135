/**
 * The one message about a batch in its desk channel, in its present state: what is planned, being written, posted,
 * waiting and for what, or failed and why; with a button for each story that can be retried. At the end it is the
 * report. Pure.
 */
import type { OpButton } from '../../sessions/op.ts';
import type { Edition } from '../edition/edition.ts';
import { deskButtons } from '../publish/story-buttons.ts';
import { shorten, shortLine } from '../../text/shorten.ts';
import { wordingOf } from '../edition/wording.ts';
import type { Waits, Wording } from '../edition/wording.ts';

/** One story of a batch and its progress. */
export type BatchStory = {
  /** `<run id>/<story id>`. */
  readonly id: string;
  readonly title: string;
} & (
  | { readonly stage: 'next' | 'writing' }
  | { readonly stage: 'waiting'; readonly waits: Waits }
  /** `link` is its thread; `approvedBy` are the editors who released it. */
  | { readonly stage: 'posted'; readonly link?: string | undefined; readonly approvedBy?: string | undefined }
  /** `canRetry`: it failed, and was not ordered again since. `retried`: it was. */
  | {
      readonly stage: 'unposted';
      readonly because: string;
      /** Its job file was quarantined. */
      readonly isQuarantined?: boolean;
      readonly canRetry?: boolean;
      readonly retried?: { readonly by: string; readonly when: string };
    }
);

export interface BatchState {
  /** In the order of the plan. */
  readonly stories: readonly BatchStory[];
  /** The editors who ordered it; empty where a planner did. */
  readonly by: readonly string[];
  /** Why it can't continue for now. */
  readonly stuck?: string | undefined;
}

export interface BatchMessage {
  readonly text: string;
  readonly buttons: readonly OpButton[];
}

/** The most characters where the channel's limit isn't known. */
const MOST = 1_900;
const MOST_TITLE = 150;
const MOST_LABEL = 60;
const MOST_STUCK = 300;
/** Lengths of a reason; the largest that fits is used. */
const REASONS = [500, 240, 120, 60];
const MOST_BUTTONS = 5;

/** The message that shows a batch's progress, with a Retry button for each failed story that can be retried. */
export function liveBatch(
  state: BatchState,
  language: Edition['language'],
  commands: ReadonlySet<string>,
  room = MOST,
): BatchMessage {
  const wording = wordingOf(language);
  const failed = state.stories.filter((story) => story.stage === 'unposted' && story.canRetry === true);
  const buttons = failed.slice(0, MOST_BUTTONS).flatMap(({ id, title }) =>
    deskButtons(['retry'], id, wording, commands).map((button) => ({
      ...button,
      label: wording.batch.retry(shorten(title, MOST_LABEL)),
    })),
  );
  const foot = [
    ...(buttons.length > 0 && failed.length > MOST_BUTTONS ? [wording.batch.retryOthers] : []),
    ...(state.stuck === undefined ? [] : [wording.batch.stuck(shortLine(state.stuck, MOST_STUCK))]),
  ];
  return { text: fitting(headOf(state, wording), state.stories, { foot, wording, room }), buttons };
}

function headOf({ stories, by }: BatchState, { batch }: Wording): string {
  const count = (...stages: BatchStory['stage'][]) =>
    stories.filter(({ stage }) => stages.includes(stage)).length;
  const all = stories.length;
  const next = count('next');
  const posted = count('posted');
  const waiting = count('waiting');
  if (all > 0 && next === all) return batch.planned(all, by);
  if (next + count('writing') > 0) return batch.writing(all - next, all);
  return waiting > 0 ? batch.waiting({ posted, all, waiting }) : batch.ended({ posted, all });
}

/** With the longest reasons that fit; if none does, without the last lines that need no attention. */
function fitting(
  head: string,
  stories: readonly BatchStory[],
  {
    foot,
    wording,
    room,
  }: { readonly foot: readonly string[]; readonly wording: Wording; readonly room: number },
): string {
  const isPlanned = stories.every(({ stage }) => stage === 'next');
  const written = (shown: readonly BatchStory[], most: number) => {
    const left = stories.length - shown.length;
    const lines = shown.map((story) => lineOf(story, wording, { most, isPlanned }));
    return [head, ...lines, ...(left > 0 ? [wording.batch.more(left)] : []), ...foot].join('\n');
  };
  const texts = REASONS.map((most) => written(stories, most));
  const whole = texts.find((text) => text.length <= room);
  if (whole !== undefined) return whole;
  const least = REASONS.at(-1)!;
  const byNeed = [...stories].sort((a, b) => needOf(b) - needOf(a));
  for (let kept = stories.length - 1; kept > 0; kept--) {
    const shown = new Set(byNeed.slice(0, kept));
    const text = written(
      stories.filter((story) => shown.has(story)),
      least,
    );
    if (text.length <= room) return text;
  }
  return shorten(head, room);
}

/** The order of attention: what editors must see comes first. */
function needOf({ stage }: BatchStory): number {
  return { unposted: 3, waiting: 2, writing: 1, posted: 0, next: 0 }[stage];
}

function lineOf(
  story: BatchStory,
  wording: Wording,
  { most, isPlanned }: { readonly most: number; readonly isPlanned: boolean },
): string {
  const title = shortLine(story.title, MOST_TITLE);
  switch (story.stage) {
    case 'next':
      return isPlanned ? `- ${title}` : wording.batch.lines.next(title);
    case 'writing':
      return wording.batch.lines.writing(title);
    case 'waiting':
      return wording.waits(title, story.waits);
    case 'posted':
      return wording.batch.posted(title, story.link, approver(story.approvedBy));
    case 'unposted': {
      const because = shortLine(story.because, most);
      const said = story.isQuarantined
        ? wording.quarantined(title, because)
        : wording.notPosted(title, because);
      const { retried } = story;
      return retried ? `${said}\n${wording.retried(retried.when, shortLine(retried.by, MOST_LABEL))}` : said;
    }
  }
}

function approver(by: string | undefined): string | undefined {
  return by === undefined ? undefined : shortLine(by, MOST_LABEL);
}
