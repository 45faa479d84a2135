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
  en: 'This is no longer waiting for an answer, and your press changed nothing. Ask again.',
  zh: '這個問題已失效；你這次按鍵沒有作出任何改動。請再說一次。',
};

const answered = (by: string): Words => ({
  en: `${by} has answered this already: your press changed nothing.`,
  zh: `${by} 已回答了這個問題；你這次按鍵沒有作出任何改動。`,
});

/**
 * The command behind the button of a confirmation: anybody who may manage automations here can press it, once.
 * @param perform does what was confirmed and says so; undefined where it can no longer be done there.
 */
export function agreeCommand(
  { name, description }: Pick<Command, 'name' | 'description'>,
  { asked, clock }: AgreeDeps,
  perform: (request: OpenQuestion, context: CommandContext) => Promise<Words | undefined>,
): Command {
  return {
    name,
    description,
    hidden: true,
    right: 'jobs',
    ephemeral: false,
    changes: true,
    options: [
      {
        name: 'question',
        type: 'string',
        required: true,
        description: { en: 'Which question', zh: '哪一個問題' },
      },
    ],
    run: async (options, context) => {
      const { session, actor, locale } = context;
      const id = text(options, 'question') ?? '';
      const taken = await asked.take(session, id, { by: actor.name, nowMs: clock.now() });
      if (taken.kind === 'answered') throw new CommandRefusal(answered(taken.by)[locale]);
      const done = taken.kind === 'taken' ? await perform(taken.action, context) : undefined;
      if (!done) throw new CommandRefusal(NO_LONGER[locale]);
      return { text: done[locale] };
    },
  };
}
