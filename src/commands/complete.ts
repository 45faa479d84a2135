/**
 * Autocompletion of an option. There is always a list: refusals aren't shown while typing, and faults of the desk
 * are the caller's to report.
 */
import { may } from '../sessions/actor.ts';
import type { Choice, Command, CommandContext, Options } from '../feature/command.ts';
import { shortLine } from '../text/shorten.ts';

/** The lowest limit of any platform. */
const MOST_CHOICES = 25;
const MOST_CHARACTERS = 100;

/** @throws what the option's own autocomplete throws. */
export async function complete(
  command: Command,
  option: string,
  typed: string,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<Choice[]> {
  const ask = command.options.find(({ name }) => name === option)?.autocomplete;
  if (!ask || !may(context.actor, command.right)) return [];
  return fitting(await ask(typed, context, plain(options)));
}

/**
 * Names are shortened to fit. A choice whose value doesn't fit is dropped, because a cut value would mean something
 * else.
 */
function fitting(choices: readonly Choice[]): Choice[] {
  return choices
    .map(({ name, value }) => ({ name: shortLine(name, MOST_CHARACTERS), value }))
    .filter(({ name, value }) => name !== '' && value !== '' && String(value).length <= MOST_CHARACTERS)
    .slice(0, MOST_CHOICES);
}

/** The other options so far, unchecked because they are incomplete. */
function plain(options: Readonly<Record<string, unknown>>): Options {
  const known: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(options))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      known[name] = value;
  return known;
}
