import type { AskedBack } from '../feature/asked-back.ts';
import type { OpenQuestion } from '../desk/open-question.ts';
import type { Clock } from '../time/clock.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Command, CommandContext } from '../feature/command.ts';
import { text } from '../feature/command-options.ts';

export interface AgreeDeps {
  readonly asked: AskedBack<OpenQuestion>;
  readonly clock: Clock;
}

type Words = Command['description'];

const NO_LONGER: Words = {
  en: 'This is no longer waiting for an answer, and nothing was done. Ask again.',
  zh: '這個問題已失效，沒有任何改動。請再說一次。',
};

/**
 * The command behind the button of a confirmation: anybody who may manage automations here can press it, once.
 * @param perform does what was confirmed and says so; undefined where the question was about something else.
 */
export function agreeCommand(
  { name, description }: Pick<Command, 'name' | 'description'>,
  { asked, clock }: AgreeDeps,
  perform: (wish: OpenQuestion, context: CommandContext) => Promise<Words | undefined>,
): Command {
  return {
    name,
    description,
    hidden: true,
    right: 'jobs',
    ephemeral: false,
    options: [
      {
        name: 'question',
        type: 'string',
        required: true,
        description: { en: 'Which question', zh: '哪一個問題' },
      },
    ],
    run: async (options, context) => {
      const wish = await asked.take(context.session, text(options, 'question') ?? '', clock.now());
      const done = wish && (await perform(wish, context));
      if (!done) throw new CommandRefusal(NO_LONGER[context.locale]);
      return { text: done[context.locale] };
    },
  };
}
