import { z } from 'zod';
import type { NoteBook } from '../sessions/note-book.ts';
import type { Note } from '../sessions/note.ts';
import { hasHan } from '../text/chinese/has-han.ts';
import { mustHaveRoom } from './note-room.ts';
import { mustBeAnEditors, mustHaveAsked, mustHaveNamed, mustHaveSaid } from '../feature/person-asked.ts';
import { refusing } from '../feature/refusing.ts';
import { ToolRefusal, tool } from '../sessions/tool.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';
import { ownWords } from '../text/requests.ts';
import { shorten } from '../text/shorten.ts';
import type { UndoLog } from '../feature/undo-log.ts';
import type { AskedBack } from '../feature/asked-back.ts';
import type { OpenQuestion, NoteQuestion } from './open-question.ts';
import { dayAndTime } from '../time/zone.ts';

/** What a plain rule in a note excludes, and until when; empty for a note that isn't a rule. */
export type Interpret = (text: string, nowMs: number) => Pick<Note, 'exclude' | 'untilMs'>;

export interface NoteToolsDeps {
  readonly notes: NoteBook;
  readonly interpret: Interpret;
  readonly newId: () => string;
  /** The time zone for times in the text. */
  readonly zone: string;
  /** Actions to be confirmed. */
  readonly asked: AskedBack<OpenQuestion>;
  readonly undoLog?: UndoLog;
}

/** The tools for notes in a conversation. */
export function noteTools(deps: NoteToolsDeps): Tool[] {
  const { notes, interpret, newId, zone, asked, undoLog } = deps;
  const shown = (note: Note) => shownIn(zone, note);
  /** What a rule against these words would exclude: 加密貨幣 also finds the note on "crypto". */
  const meantBy = (text: string, nowMs: number) =>
    interpret(hasHan(text) ? `唔好再寫${text}` : `no more stories about ${text}`, nowMs).exclude
      ?.categories ?? [];
  return [
    tool({
      name: 'remember',
      description:
        'Remember what an editor asked for in this channel. A plain rule ("no more crypto today", "skip sports ' +
        'until Friday") binds the next selections of stories.',
      args: z.strictObject({ text: z.string().trim().min(1) }),
      run: ({ text }, context) =>
        refusing(zone, async () => {
          mustHaveAsked(context, 'remember', 'remember something');
          mustHaveSaid(context, text, 'note');
          mustBindSo(text, context, interpret);
          const { session, turn, nowMs, mark } = context;
          const by = turn.author?.name ?? turn.actor.name;
          const note: Note = { id: newId(), text, by, atMs: nowMs, ...interpret(text, nowMs) };
          const held = await notes.list(session, nowMs);
          const same = held.find((one) => saysTheSame(one, note));
          if (same) return { ...shown(same), already: true };
          mustHaveRoom(held, text);
          await notes.add(session, note, mark(`remembered: ${text}`));
          const undo = { command: 'session forget', options: { note: note.id } };
          await undoLog?.record(context, { command: 'session remember', undo });
          return shown(note);
        }),
    }),
    tool({
      name: 'notes',
      description: 'What this channel was asked to remember.',
      parallel: true,
      outside: ['notes'],
      args: z.strictObject({}),
      run: async (_, { session, nowMs }) => ({ notes: (await notes.list(session, nowMs)).map(shown) }),
    }),
    tool({
      name: 'forget',
      description:
        'Forget a note of this channel, named by its id, by words of it or of what it leaves out, or as the last ' +
        'one. It is asked back first, and done when the next message of that editor says yes. Where several match it ' +
        'answers with those, to ask which; with `all` it takes all that leave out what the text names, as when an ' +
        'editor says that it may be written about again.',
      args: z.strictObject({
        id: z.string().exactOptional(),
        text: z.string().exactOptional(),
        last: z.boolean().exactOptional(),
        all: z.boolean().exactOptional(),
      }),
      run: async ({ id, text, last, all }, context) => {
        const { session, nowMs, mark } = context;
        const agreed = await asked.answered(context);
        if (agreed?.action === 'forget') {
          mustBeAnEditors(context, 'forget notes');
          const [first, ...rest] = agreed.notes;
          for (const one of agreed.notes) await notes.remove(session, one.id, mark(`forgot: ${one.text}`));
          await undoLog?.record(context, { command: 'session forget' });
          await asked.done(context);
          return { forgotten: shown(first), ...(rest.length > 0 && { also: rest.map(shown) }) };
        }
        mustHaveAsked(context, 'forget', 'forget notes');
        mustHaveSaid(context, text, 'subject');
        const held = await notes.list(session, nowMs);
        const meant = text === undefined ? [] : meantBy(text, nowMs);
        const isMeant = (note: Note) =>
          isNamed(note, { id, text }) || boundBy(note).some((bound) => meant.includes(bound));
        const same = held.filter((note) => plain(note.text) === plain(text ?? ''));
        const byWords = same.length > 0 && all !== true ? same : held.filter(isMeant);
        const found = last === true ? held.slice(-1) : byWords;
        if (text === undefined || last === true)
          for (const one of found) mustHaveNamed(context, 'note', { id: one.id, name: one.text });
        const [note, ...others] = found;
        if (note === undefined || (others.length > 0 && all !== true))
          return { forgotten: null, ...(note ? { several: found.map(shown) } : { notes: held.map(shown) }) };
        await offerToForget([note, ...others], asked, context);
        return {
          forgotten: null,
          asks: found.map(shown),
          todo: 'Nothing is forgotten yet. Ask the person whether to forget it; where there are buttons, one for it stands under your answer. Call this again when they answer yes.',
        };
      },
    }),
  ];
}

/**
 * "No crypto" has all its words in "Summarise this crypto page, no jargon": what leaves stories out must be said in one piece, or
 * be read as such a rule in the person's words, too. @throws ToolRefusal
 */
function mustBindSo(
  text: string,
  { said, saidBefore, nowMs }: Pick<ToolContext, 'said' | 'saidBefore' | 'nowMs'>,
  interpret: Interpret,
): void {
  const own = ownWords(`${said}\n${saidBefore}`);
  if (plain(own).includes(plain(text))) return;
  const theirs = boundBy(interpret(own, nowMs));
  if (boundBy(interpret(text, nowMs)).every((bound) => theirs.includes(bound))) return;
  throw new ToolRefusal('nobody asked to leave that out: give the rule as the person said it', {
    zh: '我看不出這則訊息要不再報道這些；請直接寫明要避免甚麼再說一次',
  });
}

/** Nothing is done yet: ask the person, with a button. */
async function offerToForget(
  notes: NoteQuestion['notes'],
  asked: AskedBack<OpenQuestion>,
  context: ToolContext,
): Promise<void> {
  const question = await asked.ask(context, { action: 'forget', notes });
  const [{ text }, ...others] = notes;
  const more = others.length === 0 ? '' : ` (+${others.length})`;
  const label = hasHan(context.said)
    ? `忘記「${shorten(text, 40)}」${more}`
    : `Forget “${shorten(text, 40)}”${more}`;
  context.offer({ label, style: 'danger', command: 'session agree', options: { question } });
}

/** Whether the text or the rule is the same; a second note would change nothing. */
function saysTheSame(a: Note, b: Note): boolean {
  if (a.untilMs !== b.untilMs) return false;
  if (plain(a.text) === plain(b.text)) return true;
  if (a.exclude === undefined || b.exclude === undefined) return false;
  return boundBy(a).toSorted().join('\n') === boundBy(b).toSorted().join('\n');
}

/** By its id, by words in it, or by words of a category or subject that it excludes. */
function isNamed(
  note: Note,
  { id, text = '' }: { id?: string | undefined; text?: string | undefined },
): boolean {
  if (note.id === id) return true;
  const wanted = plain(text);
  if (wanted === '') return false;
  if (note.id === text.trim() || plain(note.text).includes(wanted)) return true;
  const words = wanted.split(' ').map(singular);
  const own = new Set([note.text, ...boundBy(note)].flatMap((one) => plain(one).split(' ').map(singular)));
  return words.every((word) => own.has(word));
}

function boundBy({ exclude }: Pick<Note, 'exclude'>): string[] {
  return [...(exclude?.categories ?? []), ...(exclude?.subjects ?? [])];
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, '') : word;
}

/** `until` is for reading; `untilMs` (UTC) with `zone` is for wording it in another language. */
function shownIn(zone: string, { id, text, by, exclude, untilMs }: Note): object {
  const end = untilMs === undefined ? {} : { until: dayAndTime(untilMs, zone), untilMs, zone };
  return { id, text, by, exclude, ...end };
}
