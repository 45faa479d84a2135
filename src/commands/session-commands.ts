import type { Command } from '../feature/command.ts';
import { noteHere, noteOption, sayNote } from './notes-here.ts';
import { text } from '../feature/command-options.ts';
import { sessionStatus } from './session-status.ts';
import type { SessionStatusDeps } from './session-status.ts';

/** `/session status|reset|notes|remember|forget`: what the desk keeps about this conversation. */
export function sessionCommands(deps: SessionStatusDeps): Command[] {
  const { desk, zone } = deps;
  return [
    sessionStatus(deps),
    {
      name: 'session reset',
      chinese: '對話 重新開始',
      description: {
        en: 'Begin anew: what was said is kept and no longer read',
        zh: '重新開始：保留記錄，但不再讀取',
      },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [],
      run: async (_, { session, actor, locale }) => {
        await desk.reset(session, actor);
        return {
          text: {
            en: 'This conversation begins anew. What was said is kept and no longer read; notes stay.',
            zh: '這個對話重新開始。之前的記錄會保留，但不再讀取；備忘不變。',
          }[locale],
        };
      },
    },
    {
      name: 'session notes',
      chinese: '對話 備忘',
      description: { en: 'What the desk was asked to remember here', zh: '查看這個對話的備忘' },
      right: 'talk',
      ephemeral: true,
      options: [],
      run: async (_, { session, locale }) => {
        const notes = await desk.notes(session);
        if (notes.length === 0) return { text: NO_NOTES[locale] };
        return { text: notes.map((note) => `- ${sayNote(note, zone, locale)}`).join('\n') };
      },
    },
    {
      name: 'session remember',
      chinese: '對話 記住',
      description: { en: 'Ask the desk to remember something here', zh: '請編輯台記住一件事' },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [
        {
          name: 'text',
          chinese: '內容',
          type: 'string',
          required: true,
          description: {
            en: 'What, such as "no more crypto today"',
            zh: '內容，例如「今天不要再有加密貨幣」',
          },
        },
      ],
      run: async (options, { session, actor, locale }) => {
        const note = await desk.addNote(session, text(options, 'text') ?? '', actor.name);
        const said = sayNote(note, zone, locale);
        const undo = { command: 'session forget', options: { note: note.id } };
        return { text: { en: `Remembered: ${said}`, zh: `已記住：${said}` }[locale], undo };
      },
    },
    {
      name: 'session forget',
      chinese: '對話 刪除備忘',
      description: { en: 'Forget a note', zh: '刪除一項備忘' },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [noteOption(desk)],
      run: async (options, { session, locale }) => {
        const { id } = await noteHere(desk, { session, locale }, text(options, 'note') ?? '');
        const note = await desk.removeNote(session, id);
        return { text: { en: `Forgotten: ${note.text}`, zh: `已刪除：${note.text}` }[locale] };
      },
    },
  ];
}

const NO_NOTES = {
  en: 'No notes. /session remember makes one.',
  zh: '沒有備忘。可用 /session remember 新增。',
} as const;
