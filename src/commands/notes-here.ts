/** The notes of a conversation: finding the one that is meant, and wording them. */
import { foldName } from '../text/fold-name.ts';
import type { Desk } from '../desk/desk.ts';
import type { Note } from '../sessions/note.ts';
import { dayAndTime } from '../time/zone.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { CommandContext, CommandOption, Locale } from '../feature/command.ts';
import { shortLine } from '../text/shorten.ts';

/** How many notes a refusal names. */
const MOST_NAMED = 10;

/** The option for a note of this conversation, completed by its words. */
export function noteOption(desk: Desk): CommandOption {
  return {
    name: 'note',
    chinese: '備忘',
    type: 'string',
    required: true,
    description: { en: 'Which note: words of it, or its id', zh: '哪一項備忘：部分文字或編號' },
    autocomplete: async (typed, { session }) => {
      const words = foldName(typed);
      const notes = await desk.notes(session);
      return notes
        .filter((note) => foldName(note.text).includes(words))
        .map((note) => ({ name: note.text, value: note.id }));
    },
  };
}

/** @throws CommandRefusal that names the existing notes, or those that match. */
export async function noteHere(
  desk: Desk,
  { session, locale }: Pick<CommandContext, 'session' | 'locale'>,
  named: string,
): Promise<Note> {
  const notes = await desk.notes(session);
  const words = foldName(named);
  const found = notes.filter((note) => note.id === named || foldName(note.text).includes(words));
  const [note] = found;
  if (note && found.length === 1) return note;
  const there = sayAll(found.length > 1 ? found : notes, locale);
  throw new CommandRefusal(
    found.length > 1
      ? { en: `Several notes match: ${there}.`, zh: `有幾項備忘符合：${there}。` }[locale]
      : { en: `No note matches; there are: ${there}.`, zh: `沒有符合的備忘；現有的有：${there}。` }[locale],
  );
}

/** "no more crypto today (Ann, until Tue 6 Jan, 00:00; leaves out crypto when stories are chosen)" */
export function sayNote({ text: words, by, untilMs, exclude }: Note, zone: string, locale: Locale): string {
  const end = untilMs === undefined ? undefined : dayAndTime(untilMs, zone, locale);
  const left = [...(exclude?.categories ?? []), ...(exclude?.subjects ?? [])];
  if (locale === 'zh') {
    const until = end === undefined ? '' : `，至 ${end} 止`;
    const binds = left.length === 0 ? '' : `；選稿時不選 ${left.join('、')}`;
    return `${words}（${by}${until}${binds}）`;
  }
  const until = end === undefined ? '' : `, until ${end}`;
  const binds = left.length === 0 ? '' : `; leaves out ${left.join(', ')} when stories are chosen`;
  return `${words} (${by}${until}${binds})`;
}

function sayAll(notes: readonly Note[], locale: Locale): string {
  if (notes.length === 0) return { en: 'none', zh: '沒有' }[locale];
  const shown = notes.slice(0, MOST_NAMED).map(({ text: words }) => shortLine(words, 100));
  const more = notes.length - shown.length;
  if (locale === 'zh')
    return shown.map((one) => `「${one}」`).join('、') + (more > 0 ? `，還有 ${more} 項` : '');
  return shown.map((one) => `"${one}"`).join(', ') + (more > 0 ? `, and ${more} more` : '');
}
