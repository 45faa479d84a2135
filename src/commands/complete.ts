/**
 * Completing an option while it is typed. Whatever happens, there is a list: nobody is told of a refusal while
 * typing, and what a fault of the desk was is the caller's to report.
 */
import { may } from '../sessions/actor.ts';
import type { Choice, Command, CommandContext, Options } from '../feature/command.ts';
import { shortLine } from '../text/shorten.ts';

/** The shortest that a platform takes; others have no use for longer lists either. */
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

/** Names are shortened to what fits; a value that doesn't fit would mean something else, so it goes. */
function fitting(choices: readonly Choice[]): Choice[] {
  return choices
    .map(({ name, value }) => ({ name: shortLine(name, MOST_CHARACTERS), value }))
    .filter(({ name, value }) => name !== '' && value !== '' && String(value).length <= MOST_CHARACTERS)
    .slice(0, MOST_CHOICES);
}

/** What was filled in besides; half a form, so nothing of it is checked. */
function plain(options: Readonly<Record<string, unknown>>): Options {
  const known: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(options))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      known[name] = value;
  return known;
}
