import { CommandRefusal } from './command.ts';
import type { Command, CommandOption, Options, OptionValue } from './command.ts';

/**
 * The options of a command as they came in, checked against what it declares. Text such as "10" and "yes" is
 * taken for a number and a switch: a terminal has nothing else.
 * @throws CommandRefusal that names the option, what was given and what is allowed.
 */
export function parseOptions(command: Command, given: Readonly<Record<string, unknown>>): Options {
  const known = command.options.map(({ name }) => name);
  for (const name of Object.keys(given))
    if (!known.includes(name))
      throw new CommandRefusal(
        `/${command.name} has no option "${name}"; it has ${known.length > 0 ? known.join(', ') : 'none'}.`,
      );
  const parsed: Record<string, OptionValue> = {};
  for (const option of command.options) {
    const value = Object.hasOwn(given, option.name) ? given[option.name] : undefined;
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
      if (option.required)
        throw new CommandRefusal(`/${command.name} needs "${option.name}": ${option.description.en}.`);
    } else parsed[option.name] = parseValue(option, value);
  }
  return parsed;
}

function parseValue(option: CommandOption, given: unknown): OptionValue {
  const refuse = (allowed: string): never => {
    throw new CommandRefusal(`"${option.name}" can't be ${JSON.stringify(given)}; allowed: ${allowed}.`);
  };
  const value = valueOf(option, given) ?? refuse(formOf(option));
  const { choices } = option;
  if (choices && !choices.some((choice) => choice.value === value))
    refuse(choices.map((choice) => String(choice.value)).join(', '));
  return value;
}

function valueOf(option: CommandOption, given: unknown): OptionValue | undefined {
  const text = typeof given === 'string' ? given.trim() : undefined;
  switch (option.type) {
    case 'string':
      return text ?? (typeof given === 'number' ? String(given) : undefined);
    case 'integer': {
      const value = text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : given;
      const { min = -Infinity, max = Infinity } = option;
      return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
        ? value
        : undefined;
    }
    case 'boolean':
      if (typeof given === 'boolean') return given;
      if (text !== undefined && /^(?:true|yes|on|1)$/i.test(text)) return true;
      return text !== undefined && /^(?:false|no|off|0)$/i.test(text) ? false : undefined;
  }
}

function formOf({ type, min, max }: CommandOption): string {
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return 'text';
  const from = min === undefined ? '' : ` from ${min}`;
  return `a whole number${from}${max === undefined ? '' : ` to ${max}`}`;
}

/** A text option that was given. */
export function text(options: Options, name: string): string | undefined {
  const value = options[name];
  return value === undefined ? undefined : String(value);
}
