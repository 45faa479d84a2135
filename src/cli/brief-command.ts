import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { ResultOf } from '../main/features.ts';
import { Failure } from './cli-error.ts';
import { callOf, findGateway } from './desk-connection.ts';
import { say } from './say.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

/** Results that count as success: there is a brief, or nothing was reported. */
const WELL = ['published', 'no_articles'];

interface Flags {
  readonly json?: boolean;
  readonly session: string;
  readonly model?: string;
}

/** `nightdesk brief TOPIC`: by the running desk, or with the stores where none runs. */
export function briefCommand(program: Command, world: World): void {
  program
    .command('brief <topic...>')
    .description('what was reported on a topic in the last 30 days, with sources')
    .option('--session <key>', 'the conversation that it lands in', 'terminal:desk')
    .option(
      '--model <name>',
      'which model writes it: a provider such as gemini or desk, or one of its models',
    )
    .option('--json', 'as JSON, with what was searched, drafted and reviewed')
    .action(async (words: readonly string[], { json, session, model }: Flags) => {
      const config = configOf(world);
      const author = { name: world.env['USER'] || 'terminal' };
      const params = {
        topic: words.join(' '),
        sessionKey: session,
        author,
        clientId: randomUUID(),
        ...(model !== undefined && { model }),
      };
      const client = await findGateway(config);
      const made = client
        ? await callOf(client)('brief.run', params)
        : ((await (
            await import('../main/open-home.ts')
          ).callWithoutDesk('brief.run', params, {
            config,
          })) as ResultOf<'brief.run'>);
      const { outcome = 'interrupted', final_post: post = '' } = made;
      say(world, json, made, () => post);
      if (!WELL.includes(outcome)) throw new Failure(`there is no brief: ${outcome.replaceAll('_', ' ')}`);
    });
}
