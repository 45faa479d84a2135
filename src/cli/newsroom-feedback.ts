import type { Command } from 'commander';
import { WrongUse } from './cli-error.ts';
import { withDesk } from './desk-connection.ts';
import { say } from './say.ts';
import { oneLine, table } from './table.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
}

interface ForgetFlags extends Flags {
  readonly all?: boolean;
  readonly outlet?: string;
  readonly category?: string;
  readonly topic?: string;
}

/** `nightdesk newsroom feedback …`: what 👍 and 👎 on stories weigh in selection, and forgetting them. */
export function feedbackCommands(newsroom: Command, world: World): void {
  const feedback = newsroom.command('feedback').description('what 👍 and 👎 on stories weigh in selection');

  feedback
    .command('list', { isDefault: true })
    .description('by outlet, category and topic, the largest weights first')
    .option('--json', 'as JSON')
    .action(({ json }: Flags) =>
      withDesk(world, async ({ call }) => {
        const answer = await call('newsroom.feedback.list');
        const rows = answer.weights.map(({ kind, name, likes, of, weight }) => [
          weight > 0 ? `+${weight}` : String(weight),
          kind,
          `${likes} of ${of}`,
          oneLine(name, 70),
        ]);
        say(world, json, answer, () =>
          [
            ...(answer.on ? [] : ['The edition has it switched off: selection doesn’t use it.']),
            rows.length === 0
              ? 'Nobody has voted on stories yet.'
              : table(['WEIGHT', 'OF', 'LIKED', 'NAME'], rows),
          ].join('\n'),
        );
      }),
    );

  feedback
    .command('forget')
    .description('forget votes: all, or those counted for an outlet, a category or a topic')
    .option('--all', 'every vote')
    .option('--outlet <host>')
    .option('--category <name>')
    .option('--topic <word>')
    .option('--json', 'as JSON')
    .action(({ all, json, ...named }: ForgetFlags) => {
      const kinds = (['outlet', 'category', 'topic'] as const).flatMap((kind) => {
        const name = named[kind];
        return name === undefined ? [] : [{ kind, name }];
      });
      const [one, more] = all === true ? [{ all } as const, ...kinds] : kinds;
      if (one === undefined || more !== undefined)
        throw new WrongUse('say one of --all, --outlet, --category and --topic');
      return withDesk(world, async ({ call }) => {
        const answer = await call('newsroom.feedback.forget', one);
        const { forgotten } = answer;
        say(world, json, answer, () => `Forgotten: ${forgotten} ${forgotten === 1 ? 'vote' : 'votes'}.`);
      });
    });
}
