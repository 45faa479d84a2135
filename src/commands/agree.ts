/** The commands behind the buttons of confirmations: anybody who may manage automations here can press one, once. */
import type { OpenQuestion } from '../desk/open-question.ts';
import { findJob } from '../desk/find-job.ts';
import type { JobFinder } from '../desk/find-job.ts';
import type { AskedBack } from '../feature/asked-back.ts';
import { CommandRefusal } from '../feature/command.ts';
import type { Command, CommandContext } from '../feature/command.ts';
import { text } from '../feature/command-options.ts';
import type { NoteBook } from '../sessions/note-book.ts';
import type { Clock } from '../time/clock.ts';

interface AgreeDeps extends JobFinder {
  readonly notes: Pick<NoteBook, 'remove'>;
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

/** `cron agree` and `session agree`, by what was asked back about. */
export function agreeCommands(deps: AgreeDeps): Command[] {
  return [
    agreeCommand('cron agree', { en: 'Do what was asked back about', zh: '確認剛才詢問的改動' }, deps),
    agreeCommand(
      'session agree',
      { en: 'Forget what was asked back about', zh: '確認忘記剛才詢問的備忘' },
      deps,
    ),
  ];
}

function agreeCommand(name: string, description: Words, deps: AgreeDeps): Command {
  const { asked, clock } = deps;
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
      const done = taken.kind === 'taken' ? await perform(taken.action, context, deps) : undefined;
      if (!done) throw new CommandRefusal(NO_LONGER[locale]);
      return { text: done[locale] };
    },
  };
}

/** Do what was confirmed. @returns what is said of it; undefined where it can no longer be done there. */
async function perform(
  request: OpenQuestion,
  context: CommandContext,
  deps: AgreeDeps,
): Promise<Words | undefined> {
  const { session, actor } = context;
  if (request.action === 'forget') {
    for (const { id } of request.notes) await deps.notes.remove(session, id);
    const said = request.notes.map(({ text: words }) => ({ en: `"${words}"`, zh: `「${words}」` }));
    return {
      en: `Forgotten, as ${actor.name} agreed: ${said.map(({ en }) => en).join(', ')}.`,
      zh: `已按 ${actor.name} 確認忘記：${said.map(({ zh }) => zh).join('、')}。`,
    };
  }
  const { id, name } = request.job;
  // It may have been removed, or bound elsewhere, since the question.
  const found = await findJob(deps, context, id);
  if (found.kind !== 'one' || found.job.id !== id) return undefined;
  if (request.action === 'edit') {
    await deps.cron.update(id, request.patch, { by: actor.name });
    return {
      en: `**${name}** is changed, as ${actor.name} agreed.`,
      zh: `已按 ${actor.name} 確認更改 **${name}**。`,
    };
  }
  if (!(await deps.cron.remove(id, { by: actor.name }))) return undefined;
  return {
    en: `**${name}** is removed, as ${actor.name} agreed.`,
    zh: `已按 ${actor.name} 確認移除 **${name}**。`,
  };
}
