/** What stands under a story's title: what editors did with it that readers are to see. */
import { dayAndTime } from '../../time/zone.ts';
import type { Edition } from '../edition.ts';
import type { StoryDeed } from '../deed.ts';
import type { PublishedStory } from '../story-book.ts';
import { heldBy, killOf } from '../story-deeds.ts';
import { wordingOf } from '../wording.ts';

type Place = Pick<Edition, 'language' | 'zone'>;
type Told = Pick<StoryDeed, 'kind' | 'atMs' | 'text' | 'why'>;
/** A moment as it is shown. */
type Say = (atMs: number) => string;

/** Corrections and updates in their order, then whether it is being checked; of a withdrawn story only that. */
export function titleLines(
  story: Pick<PublishedStory, 'publishedAtMs'>,
  deeds: readonly StoryDeed[],
  edition: Place,
  say?: Say,
): string[] {
  const said = (deed: Told) => deedLine(deed, story, edition, say);
  const killed = killOf(deeds);
  if (killed) return [said(killed)];
  const held = heldBy(deeds);
  const kept = deeds.filter(
    ({ kind, isWithdrawn }) => kind === 'correct' || (kind === 'update' && isWithdrawn !== true),
  );
  return [...kept, ...(held ? [held] : [])].map(said);
}

/** A deed in a line. An update brings its own. */
export function deedLine(
  { kind, atMs, text = '', why }: Told,
  { publishedAtMs }: Pick<PublishedStory, 'publishedAtMs'>,
  edition: Place,
  say: Say = (ms) => sayMoment(ms, publishedAtMs, edition),
): string {
  const wording = wordingOf(edition.language);
  const when = say(atMs);
  if (kind === 'correct') return wording.corrected(when, text.trim());
  if (kind === 'kill') return wording.withdrawn(when, why?.trim() || undefined);
  if (kind === 'hold') return wording.checking(when);
  return kind === 'approve' ? wording.checked(when) : text;
}

/** A line as it is remembered: where it leads to is known only to the message that shows it. */
export function withoutLinksBack(line: string): string {
  return line.replaceAll(/ ?<[^<>]*\{message:[^{}]*\}>/gu, '');
}

/** "14:05" on the day of the post, with the day later on. */
export function sayMoment(atMs: number, publishedAtMs: number, { language, zone }: Place): string {
  const shown = (ms: number, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...parts }).format(ms);
  if (shown(atMs, {}) !== shown(publishedAtMs, {}))
    return dayAndTime(atMs, zone, language === 'en' ? 'en' : 'zh');
  return shown(atMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
