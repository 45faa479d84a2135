import type { Cron } from '../cron/cron.ts';
import type { AskedBack } from '../desk/asked-back.ts';
import type { AskedWish } from '../desk/asked-wish.ts';
import type { Clock } from '../time/clock.ts';
import { CommandRefusal } from './command.ts';
import type { Command } from './command.ts';
import { text } from './options.ts';

/** Which question a button answers. */
export const QUESTION = {
  name: 'question',
  type: 'string',
  required: true,
  description: { en: 'Which question', zh: '哪一個問題' },
} as const;

export const NO_LONGER = {
  en: 'This is no longer waiting for an answer, and nothing was done. Ask again.',
  zh: '這個問題已失效，沒有任何改動。請再說一次。',
} as const;

/** Behind the button of a question whether to change or remove a job: whoever may manage jobs here presses it, once. */
export function cronAgree({
  cron,
  clock,
  asked,
}: {
  readonly cron: Cron;
  readonly clock: Clock;
  readonly asked: AskedBack<AskedWish>;
}): Command {
  return {
    name: 'cron agree',
    description: { en: 'Do what was asked back about', zh: '確認剛才詢問的改動' },
    hidden: true,
    right: 'jobs',
    ephemeral: false,
    options: [QUESTION],
    run: async (options, { session, actor, locale }) => {
      const wish = asked.take(session, text(options, 'question') ?? '', clock.now());
      if (!wish || wish.action === 'forget') throw new CommandRefusal(NO_LONGER[locale]);
      const { name } = wish.job;
      if (wish.action === 'edit') {
        await cron.update(wish.job.id, wish.patch);
        return {
          text: {
            en: `**${name}** is changed, as ${actor.name} agreed.`,
            zh: `已按 ${actor.name} 確認更改 **${name}**。`,
          }[locale],
        };
      }
      await cron.remove(wish.job.id);
      return {
        text: {
          en: `**${name}** is removed, as ${actor.name} agreed.`,
          zh: `已按 ${actor.name} 確認移除 **${name}**。`,
        }[locale],
      };
    },
  };
}
