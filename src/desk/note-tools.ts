import { z } from 'zod';
import type { NoteBook } from '../sessions/note-book.ts';
import type { Note } from '../sessions/note.ts';
import { ToolRefusal, tool } from '../sessions/tool.ts';
import type { Tool } from '../sessions/tool.ts';
import { dayAndTime } from '../time/zone.ts';

/** What a plain rule in a note binds, and until when; nothing for a note that is no rule. */
export type Interpret = (text: string, nowMs: number) => Pick<Note, 'exclude' | 'untilMs'>;

export interface NoteToolsHouse {
  readonly notes: NoteBook;
  readonly interpret: Interpret;
  readonly newId: () => string;
  /** Times are said in this zone. */
  readonly zone: string;
}

/** The tools by which a conversation is asked to remember things. */
export function noteTools(house: NoteToolsHouse): Tool[] {
  const { notes, interpret, newId, zone } = house;
  const shown = (note: Note) => shownIn(zone, note);
  return [
    tool({
      name: 'remember',
      description:
        'Remember what an editor asked for in this channel. A plain rule ("no more crypto today", "skip sports ' +
        'until Friday") binds the next selections of stories.',
      args: z.strictObject({ text: z.string().trim().min(1).max(1_000) }),
      run: async ({ text }, { session, turn, nowMs, mark }) => {
        const by = turn.author?.name ?? turn.actor.name;
        const note: Note = { id: newId(), text, by, atMs: nowMs, ...interpret(text, nowMs) };
        await notes.add(session, note, mark(`remembered: ${text}`));
        return shown(note);
      },
    }),
    tool({
      name: 'notes',
      description: 'What this channel was asked to remember.',
      args: z.strictObject({}),
      run: async (_, { session, nowMs }) => ({ notes: (await notes.list(session, nowMs)).map(shown) }),
    }),
    tool({
      name: 'forget',
      description: 'Forget a note of this channel, named by its id or by words of it.',
      args: z.strictObject({ id: z.string().exactOptional(), text: z.string().exactOptional() }),
      run: async ({ id, text }, { session, nowMs, mark }) => {
        const held = await notes.list(session, nowMs);
        const words = text?.toLowerCase().trim();
        const found = held.filter(
          (note) => note.id === id || (words && note.text.toLowerCase().includes(words)),
        );
        const [note] = found;
        if (!note)
          throw new ToolRefusal(
            `no note matches; there are: ${held.map((n) => n.text).join(' | ') || 'none'}`,
          );
        if (found.length > 1)
          throw new ToolRefusal(`several notes match: ${found.map((n) => n.text).join(' | ')}`);
        await notes.remove(session, note.id, mark(`forgot: ${note.text}`));
        return { forgotten: shown(note) };
      },
    }),
  ];
}

function shownIn(zone: string, { id, text, by, exclude, untilMs }: Note): object {
  return { id, text, by, exclude, ...(untilMs !== undefined && { until: dayAndTime(untilMs, zone) }) };
}
