import { CommandRefusal } from './command.ts';
import type { Command, CommandOption, Locale, Options, OptionValue } from './command.ts';
import { shortLine } from '../text/shorten.ts';

/**
 * Validate a command's options against its declaration. Text such as "10" and "yes" is accepted for numbers and
 * switches, because a terminal sends only text.
 * @throws CommandRefusal that says which option, what was given and what is allowed.
 */
export function parseOptions(
  command: Command,
  given: Readonly<Record<string, unknown>>,
  locale: Locale,
): Options {
  const known = command.options.map(({ name }) => name);
  for (const name of Object.keys(given))
    if (!known.includes(name))
      throw new CommandRefusal(unknownOption(command.name, shortLine(name, 80), known, locale));
  const parsed: Record<string, OptionValue> = {};
  for (const option of command.options) {
    const value = Object.hasOwn(given, option.name) ? given[option.name] : undefined;
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
      if (option.required)
        throw new CommandRefusal(
          {
            en: `/${command.name} needs "${option.name}": ${option.description.en}.`,
            zh: `/${command.name} 需要「${option.name}」：${option.description.zh}。`,
          }[locale],
        );
    } else parsed[option.name] = parseValue(option, value, locale);
  }
  return parsed;
}

function unknownOption(command: string, given: string, known: readonly string[], locale: Locale): string {
  const [en, zh] = known.length > 0 ? [known.join(', '), known.join('、')] : ['none', '沒有選項'];
  return {
    en: `/${command} has no option "${given}"; it has ${en}.`,
    zh: `/${command} 沒有「${given}」這個選項；可用的：${zh}。`,
  }[locale];
}

function parseValue(option: CommandOption, given: unknown, locale: Locale): OptionValue {
  const refuse = (allowed: string): never => {
    const said = shortLine(JSON.stringify(given), 80);
    throw new CommandRefusal(
      {
        en: `"${option.name}" can't be ${said}; allowed: ${allowed}.`,
        zh: `「${option.name}」不能是 ${said}；可用的：${allowed}。`,
      }[locale],
    );
  };
  const value = valueOf(option, given) ?? refuse(formOf(option, locale));
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

function formOf({ type, min, max }: CommandOption, locale: Locale): string {
  if (type === 'boolean') return { en: 'true or false', zh: 'true 或 false' }[locale];
  if (type === 'string') return { en: 'text', zh: '文字' }[locale];
  const en = (min === undefined ? '' : ` from ${min}`) + (max === undefined ? '' : ` to ${max}`);
  const zh = (min === undefined ? '' : `，由 ${min} 起`) + (max === undefined ? '' : `，至 ${max} 止`);
  return { en: `a whole number${en}`, zh: `整數${zh}` }[locale];
}

/** A text option, if given. */
export function text(options: Options, name: string): string | undefined {
  const value = options[name];
  return value === undefined ? undefined : String(value);
}
