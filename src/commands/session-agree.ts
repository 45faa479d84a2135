import type { AskedBack } from '../desk/asked-back.ts';
import type { AskedWish } from '../desk/asked-wish.ts';
import type { NoteBook } from '../sessions/note-book.ts';
import type { Clock } from '../time/clock.ts';
import { CommandRefusal } from './command.ts';
import type { Command } from './command.ts';
import { NO_LONGER, QUESTION } from './cron-agree.ts';
import { text } from './options.ts';

/** Behind the button of a question whether to forget notes: whoever may manage automations here presses it, once. */
export function sessionAgree({
  notes,
  clock,
  asked,
}: {
  readonly notes: Pick<NoteBook, 'remove'>;
  readonly clock: Clock;
  readonly asked: AskedBack<AskedWish>;
}): Command {
  return {
    name: 'session agree',
    description: { en: 'Forget what was asked back about', zh: '確認忘記剛才詢問的備忘' },
    hidden: true,
    right: 'jobs',
    ephemeral: false,
    options: [QUESTION],
    run: async (options, { session, actor, locale }) => {
      const wish = asked.take(session, text(options, 'question') ?? '', clock.now());
      if (wish?.action !== 'forget') throw new CommandRefusal(NO_LONGER[locale]);
      for (const { id } of wish.notes) await notes.remove(session, id);
      const said = wish.notes.map((note) => ({ en: `"${note.text}"`, zh: `「${note.text}」` })[locale]);
      return {
        text: {
          en: `Forgotten, as ${actor.name} agreed: ${said.join(', ')}.`,
          zh: `已按 ${actor.name} 確認忘記：${said.join('、')}。`,
        }[locale],
      };
    },
  };
}
