/**
 * A correction that people see: the title post says it under the title, with the corrections before it, and the
 * thread is told. Each has a number, so that its keys never repeat; the same correction twice is one.
 */
import type { NewOp, OpButton } from '../../sessions/op.ts';
import { splitMessage } from '../../text/split-message.ts';
import { dayAndTime } from '../../time/zone.ts';
import type { Edition } from '../edition.ts';
import type { PublishedStory } from '../story-book.ts';
import { wordingOf } from '../wording.ts';
import { storyEntry } from './story-ops.ts';
import { storyOpKey, titlePost, titleTarget } from './title-post.ts';

interface Correction {
  readonly atMs: number;
  /** What is right, in a sentence or more. */
  readonly text: string;
}

interface CorrectionTerms extends Correction {
  readonly story: PublishedStory;
  /** Those of the story that were made before, oldest first. */
  readonly earlier: readonly Correction[];
  readonly edition: Pick<Edition, 'language' | 'zone'>;
  /** Under the title, as they are now: an edit without them would take them away. */
  readonly buttons: readonly OpButton[];
}

const CHUNK = 1_900;

/** The edit of the title post, then what the thread is told, in its story's lane. Pictures of the title stay. */
// ts-unused-exports:disable-next-line
export function correctionOps({ story, earlier, edition, buttons, ...correction }: CorrectionTerms): NewOp[] {
  const { id, place, threadOp } = story;
  const said = ({ atMs, text }: Correction) =>
    wordingOf(edition.language).corrected(momentOf(atMs, story.publishedAtMs, edition), text.trim());
  const lane = place;
  const key = (part: string) => storyOpKey(id, `correction_${earlier.length + 1}/${part}`);
  const text = titlePost(story, [...earlier, correction].map(said));
  const posts = splitMessage(said(correction), CHUNK).map((piece, at): NewOp => {
    const own = key(`post_${String(at + 1).padStart(2, '0')}`);
    return {
      key: own,
      lane,
      spec: { kind: 'post', channel: { op: threadOp }, text: piece, previews: false },
      record: storyEntry(id, own, piece, correction.atMs),
    };
  });
  return [
    {
      key: key('title'),
      lane,
      spec: { kind: 'edit', ...titleTarget(story), text, previews: false, buttons },
    },
    ...posts,
  ];
}

/** "14:05" on the day of the post, with the day later on. */
function momentOf(
  atMs: number,
  publishedAtMs: number,
  { language, zone }: CorrectionTerms['edition'],
): string {
  const shown = (ms: number, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...parts }).format(ms);
  if (shown(atMs, {}) !== shown(publishedAtMs, {}))
    return dayAndTime(atMs, zone, language === 'en' ? 'en' : 'zh');
  return shown(atMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
