import type { Cron } from '../cron/cron.ts';
import type { Desk } from '../desk/desk.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Note } from '../sessions/note.ts';
import type { Clock } from '../time/clock.ts';
import { dayAndTime } from '../time/zone.ts';
import { CommandRefusal } from './command.ts';
import type { Command, CommandOption } from './command.ts';
import { count } from './count.ts';
import { text } from './options.ts';

/** `/session status|reset|notes|remember|forget`: what the desk keeps of this conversation. */
export function sessionCommands(house: { desk: Desk; cron: Cron; clock: Clock; zone: string }): Command[] {
  const { desk, cron, zone } = house;
  return [
    {
      name: 'session status',
      description: { en: 'What the desk keeps of this conversation', zh: '這個對話的狀態' },
      right: 'talk',
      ephemeral: true,
      options: [],
      run: async (_, { session }) => {
        const known = (await desk.sessions()).find(({ key }) => key === session);
        if (!known) return { text: 'Nothing was said here yet.' };
        const [notes, jobs] = await Promise.all([
          desk.notes(session),
          cron.list({ session, includeDisabled: true }),
        ]);
        const resets = known.generation === 0 ? 'never reset' : `reset ${count(known.generation, 'time')}`;
        return {
          text: [
            `**${known.title}** \`${known.key}\``,
            `${known.entries} ${known.entries === 1 ? 'entry' : 'entries'} since ${dayAndTime(known.createdAtMs, zone)} (${zone}); ${resets}.`,
            `${count(notes.length, 'note')}, ${count(jobs.length, 'job')}.`,
          ].join('\n'),
        };
      },
    },
    {
      name: 'session reset',
      description: {
        en: 'Begin anew: what was said is kept and no longer read',
        zh: '重新開始：保留記錄，但不再讀取',
      },
      right: 'jobs',
      ephemeral: false,
      options: [],
      run: async (_, { session, actor }) => {
        await desk.reset(session, actor);
        return {
          text: 'This conversation begins anew. What was said is kept and no longer read; notes stay.',
        };
      },
    },
    {
      name: 'session notes',
      description: { en: 'What the desk was asked to remember here', zh: '查看這個對話的備忘' },
      right: 'talk',
      ephemeral: true,
      options: [],
      run: async (_, { session }) => {
        const notes = await desk.notes(session);
        if (notes.length === 0) return { text: 'No notes. /session remember makes one.' };
        return { text: notes.map((note) => `- ${sayNote(note, zone)}`).join('\n') };
      },
    },
    {
      name: 'session remember',
      description: { en: 'Ask the desk to remember something here', zh: '請編輯台記住一件事' },
      right: 'talk',
      ephemeral: false,
      options: [
        {
          name: 'text',
          type: 'string',
          required: true,
          description: {
            en: 'What, such as "no more crypto today"',
            zh: '內容，例如「今天不要再有加密貨幣」',
          },
        },
      ],
      run: async (options, { session, actor }) => {
        const note = await desk.addNote(session, text(options, 'text') ?? '', actor.name);
        return { text: `Remembered: ${sayNote(note, zone)}` };
      },
    },
    {
      name: 'session forget',
      description: { en: 'Forget a note', zh: '刪除一項備忘' },
      right: 'talk',
      ephemeral: false,
      options: [noteOption(desk)],
      run: async (options, { session }) => {
        const { id } = await findNote(desk, session, text(options, 'note') ?? '');
        const note = await desk.removeNote(session, id);
        return { text: `Forgotten: ${note.text}` };
      },
    },
  ];
}

function noteOption(desk: Desk): CommandOption {
  return {
    name: 'note',
    type: 'string',
    required: true,
    description: { en: 'Which note: words of it, or its id', zh: '哪一項備忘：部分文字或編號' },
    autocomplete: async (typed, { session }) => {
      const notes = await desk.notes(session);
      return notes
        .filter((note) => note.text.toLowerCase().includes(typed.toLowerCase()))
        .slice(0, 25)
        .map((note) => ({ name: note.text.slice(0, 100), value: note.id }));
    },
  };
}

async function findNote(desk: Desk, session: SessionKey, named: string): Promise<Note> {
  const notes = await desk.notes(session);
  const words = named.toLowerCase();
  const found = notes.filter((note) => note.id === named || note.text.toLowerCase().includes(words));
  const [note] = found;
  if (note && found.length === 1) return note;
  const there = (found.length > 1 ? found : notes).map((one) => `"${one.text}"`).join(', ') || 'none';
  throw new CommandRefusal(
    found.length > 1 ? `Several notes match: ${there}.` : `No note matches; there are: ${there}.`,
  );
}

function sayNote({ text: words, by, untilMs, exclude }: Note, zone: string): string {
  const until = untilMs === undefined ? '' : `, until ${dayAndTime(untilMs, zone)}`;
  const left = [...(exclude?.categories ?? []), ...(exclude?.subjects ?? [])];
  const binds = left.length === 0 ? '' : `; leaves out ${left.join(', ')} when stories are chosen`;
  return `${words} (${by}${until}${binds})`;
}
