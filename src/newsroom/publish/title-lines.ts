/** The lines under a story's title: editorial actions that readers should see. */
import { dayAndTime } from '../../time/zone.ts';
import type { Edition } from '../edition/edition.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { shorten } from '../../text/shorten.ts';
import { approvalOf, heldBy, killOf } from '../model/story-actions.ts';
import { wordingOf } from '../edition/wording.ts';
import { localeOf } from '../../time/locale.ts';
import { dateFormat } from '../../time/date-format.ts';

type Place = Pick<Edition, 'language' | 'zone'>;
type Told = Pick<EditorialAction, 'kind' | 'atMs' | 'text' | 'why'>;
/** Formats a moment for people. */
type Say = (atMs: number) => string;

const MOST_NAME = 40;

/** Corrections and updates in order, then whether it is being checked; for a withdrawn story only that. */
export function titleLines(
  story: Pick<PublishedStory, 'publishedAtMs'>,
  actions: readonly EditorialAction[],
  edition: Place,
  say?: Say,
): string[] {
  const said = (action: Told) => actionLine(action, story, edition, say);
  const killed = killOf(actions);
  if (killed) return [said(killed)];
  const held = heldBy(actions);
  const kept = actions.filter(
    ({ kind, isWithdrawn }) => kind === 'correct' || (kind === 'update' && isWithdrawn !== true),
  );
  return [...kept, ...(held ? [held] : [])].map(said);
}

/** An action as a line, with who did it if `by` is set. An update brings its own line. */
export function actionLine(
  { kind, atMs, text = '', why }: Told,
  { publishedAtMs }: Pick<PublishedStory, 'publishedAtMs'>,
  edition: Place,
  say: Say = (ms) => sayMoment(ms, publishedAtMs, edition),
  by?: string,
): string {
  const wording = wordingOf(edition.language);
  const when = say(atMs);
  if (kind === 'correct') return wording.corrected(when, text.trim(), by);
  if (kind === 'kill') return wording.withdrawn(when, why?.trim() || undefined, by);
  if (kind === 'hold') return wording.checking(when, by);
  return kind === 'approve' ? wording.checked(when, by) : text;
}

/** Who last did something that readers see, each person once, by time. */
export function signedBy(
  { publishedAtMs }: Pick<PublishedStory, 'publishedAtMs'>,
  actions: readonly EditorialAction[],
  { language }: Pick<Edition, 'language'>,
): { readonly label: string; readonly atMs: number }[] {
  const { signed } = wordingOf(language);
  const killed = killOf(actions);
  if (killed) return [{ label: signed.withdrawn(nameIn(killed.by)), atMs: killed.atMs }];
  const last = (test: (action: EditorialAction) => boolean) => actions.findLast(test);
  const checked = last((action) => action.kind === 'approve' && action.atMs > publishedAtMs);
  const held = heldBy(actions);
  const marks = {
    approved: approvalOf(actions, { publishedAtMs }),
    corrected: last(({ kind }) => kind === 'correct'),
    checking: held,
    checked: held ? undefined : checked,
  } as const;
  return (['approved', 'corrected', 'checking', 'checked'] as const)
    .flatMap((mark) => {
      const action = marks[mark];
      return action ? [{ label: signed[mark](nameIn(action.by)), atMs: action.atMs }] : [];
    })
    .sort((a, b) => a.atMs - b.atMs);
}

function nameIn(by: string): string {
  return shorten(by.replaceAll(/\s+/gu, ' ').trim(), MOST_NAME) || '–';
}

/** A line without links, as it is remembered: the links are only known to the message. */
export function withoutLinksBack(line: string): string {
  return line.replaceAll(/ ?<[^<>]*\{message:[^{}]*\}>/gu, '');
}

/** "14:05" on the day of the post, otherwise with the day. */
export function sayMoment(atMs: number, publishedAtMs: number, { language, zone }: Place): string {
  const shown = (ms: number, parts: Intl.DateTimeFormatOptions) =>
    dateFormat('en-GB', { timeZone: zone, ...parts }).format(ms);
  if (shown(atMs, {}) !== shown(publishedAtMs, {})) return dayAndTime(atMs, zone, localeOf(language));
  return shown(atMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
