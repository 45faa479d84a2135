/** Commands as people invoke them: Ann is an editor of the channel console:news, unless a test says otherwise. */
import type { Choice, CommandContext, Reply } from '../../src/feature/command.ts';
import type { Right } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { SmallDesk } from '../support/small-desk.ts';

export const news = parseSessionKey('console:news');

export function person(...rights: Right[]): CommandContext['actor'] {
  return { kind: 'person', id: 'u1', name: 'Ann', rights: ['talk', ...rights] };
}

/** An editor whose rights hold in one server only. */
export function editorOf(guild: string, ...rights: Right[]): CommandContext['actor'] {
  return { ...person('jobs', ...rights), guild };
}

export async function ann(
  house: SmallDesk,
  name: string,
  options: Record<string, unknown> = {},
  more: Partial<CommandContext> = {},
): Promise<Reply> {
  const reply = await house.commands.invoke(name, options, {
    session: news,
    actor: person('jobs'),
    locale: 'en',
    ...more,
  });
  if (!reply) throw new Error(`there is no /${name}`);
  return reply;
}

/** What is offered to Ann while she types `typed` into "command option". */
export function offered(
  house: SmallDesk,
  [command, option]: readonly [command: string, option: string],
  typed: string,
  more: Partial<CommandContext> & { options?: Record<string, unknown> } = {},
): Promise<Choice[]> {
  const { options = {}, ...context } = more;
  return house.commands.complete(command, option, typed, options, {
    session: news,
    actor: person('jobs'),
    locale: 'en',
    ...context,
  });
}

export const morning = {
  name: 'Morning',
  message: 'Plan the edition.',
  schedule: 'every weekday 7:30',
  tz: 'Asia/Hong_Kong',
};
