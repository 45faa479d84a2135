import type { NoteBook } from '../sessions/note-book.ts';
import { agreeCommand } from './agree.ts';
import type { AgreeDeps } from './agree.ts';
import type { Command } from '../feature/command.ts';

/** The command behind the button that confirms forgetting notes. */
export function sessionAgree({
  notes,
  ...deps
}: AgreeDeps & { readonly notes: Pick<NoteBook, 'remove'> }): Command {
  return agreeCommand(
    {
      name: 'session agree',
      description: { en: 'Forget what was asked back about', zh: '確認忘記剛才詢問的備忘' },
    },
    deps,
    async (request, { session, actor }) => {
      if (request.action !== 'forget') return undefined;
      for (const { id } of request.notes) await notes.remove(session, id);
      const said = request.notes.map(({ text }) => ({ en: `"${text}"`, zh: `「${text}」` }));
      return {
        en: `Forgotten, as ${actor.name} agreed: ${said.map(({ en }) => en).join(', ')}.`,
        zh: `已按 ${actor.name} 確認忘記：${said.map(({ zh }) => zh).join('、')}。`,
      };
    },
  );
}
