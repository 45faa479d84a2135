/** Slash commands as people type them: `/cron list`, `/cron add name:Morning schedule:"0 9 * * *"`. */
import type { Words } from '../words/en.ts';
import type { Command, CommandOption, OptionValues } from './shapes.ts';

type FormWords = Words['form'];

/** `at`: the option to look at. */
export interface Typed {
  readonly command: Command;
  readonly options: OptionValues;
  readonly problem?: string;
  readonly at?: string;
}

/**
 * The commands whose name a typed text may become, best first.
 * @param text begins with a slash
 */
export function matching(commands: Command[], text: string): Command[] {
  const query = text.slice(1).toLowerCase().replace(/\s+/g, ' ');
  const begins = commands.filter(({ name }) => name.startsWith(query));
  const holds = commands.filter(({ name }) => !name.startsWith(query) && name.includes(query.trim()));
  return query.trim() ? [...begins, ...holds] : begins;
}

/** The command that a text names, with its options; undefined when it names none. */
export function parseTyped(commands: Command[], text: string, say: FormWords): Typed | undefined {
  const words = text.trim().slice(1);
  for (const command of [...commands].sort((a, b) => b.name.length - a.name.length)) {
    const named = new RegExp(`^${command.name.replaceAll(' ', '\\s+')}(?:\\s+|$)`, 'i').exec(words);
    if (named) return { command, ...readOptions(command.options ?? [], words.slice(named[0].length), say) };
  }
  return undefined;
}

/**
 * `option:value` pairs, with a colon of either script; a value ends where the next known option begins, or at its
 * closing quote. Words before the first pair are the value of the one option that they can mean; where that is a
 * guess, it is said and nothing runs. What is wrong stays among the options, so that it can be put right.
 */
function readOptions(known: CommandOption[], text: string, say: FormWords): Omit<Typed, 'command'> {
  const options: OptionValues = {};
  const names = known.map(({ name }) => name.replace(/[^\w-]/g, '\\$&')).join('|');
  // What stands in quotes names no option.
  const start = `(?:^|\\s)(${names})[:：]\\s*((?:"[^"]*"|“[^”]*”|'[^']*')(?=\\s|$))?`;
  const starts = names ? [...text.matchAll(new RegExp(start, 'gi'))] : [];
  let wrong: { problem: string; at?: string } | undefined;
  starts.forEach(({ 0: all, 1: typedName = '', 2: quoted = '', index }, n) => {
    const option = known.find(({ name }) => name.toLowerCase() === typedName.toLowerCase());
    const raw = text.slice(index + all.length - quoted.length, starts[n + 1]?.index ?? text.length);
    if (!option) return;
    const typed = unquoted(raw.trim());
    const value = valueOf(option, typed);
    if (value === undefined)
      wrong ??= { problem: say.isWrong(option.name, expects(option, say)), at: option.name };
    options[option.name] = value ?? typed;
  });

  const loose = unquoted(text.slice(0, starts[0]?.index ?? text.length).trim());
  const guess = loose ? placesOf(known, options, loose) : {};
  if (!guess) wrong ??= { problem: say.noOption(loose) };
  Object.assign(options, guess);

  const missing = known.find(({ name, required }) => required && !(name in options));
  if (missing) return { options, problem: say.isNeeded(missing.name), at: missing.name };
  if (wrong) return { options, ...wrong };
  const guessed = Object.keys(guess ?? {});
  if (guessed.length < 2) return { options };
  return { options, problem: say.isThisIt, at: guessed[0] ?? '' };
}

/** Options that are written in sentences. */
export const FREE_TEXT = /^(message|text|prompt|correction|note)$/;
const A_SCHEDULE =
  /^((?:every|each)\s+(?:\d+\s*)?[a-z]+(?:\s+(?:at\s+)?\d{1,2}(?::\d{2})?(?:\s*[ap]m)?(?=\s))?|in\s+\d+\s*[a-z]+|hourly|daily(?:\s+(?:at\s+)?\d{1,2}:\d{2})?)\s+(.+)$/is;

/** Where words without an option's name belong; undefined when no option takes them. */
function placesOf(
  known: CommandOption[],
  given: OptionValues,
  loose: string,
): Record<string, string> | undefined {
  const free = known.filter(({ name, type, choices }) => type === 'string' && !choices && !(name in given));
  const needed = free.filter(({ required }) => required);
  if (needed.length < 2) {
    const only = needed[0] ?? free[0];
    return only && { [only.name]: loose };
  }
  const message = needed.find(({ name }) => FREE_TEXT.test(name)) ?? needed.at(-1);
  const timed = needed.some(({ name }) => name === 'schedule') && A_SCHEDULE.exec(loose);
  if (timed && message?.name !== 'schedule')
    return { schedule: timed[1] ?? '', [message?.name ?? '']: timed[2] ?? '' };
  return message && { [message.name]: loose };
}

/** A line that could be typed to run a command. */
export function exampleOf({ name, options = [] }: Command, say: FormWords): string {
  const needed = options.filter(({ required }) => required);
  const pairs = (needed.length ? needed : options.slice(0, 1)).map(
    (option) => `${option.name}:${exampleValue(option, say)}`,
  );
  return [`/${name}`, ...pairs].join(' ');
}

function exampleValue({ name, type, description = '', choices }: CommandOption, say: FormWords): string {
  if (choices?.[0]) return choices[0].name;
  if (type === 'integer') return '5';
  if (type === 'boolean') return say.yes;
  return say.examples[name] ?? /["“]([^"”]+)["”]/.exec(description)?.[1] ?? '…';
}

const unquoted = (text: string) => text.replace(/^(["'“])(.*)["'”]$/s, '$2');

/** A typed value in its option's type; undefined when it can't be one. */
export function valueOf(option: CommandOption, text: string): string | number | boolean | undefined {
  if (option.choices?.length) {
    const lower = text.toLowerCase();
    return option.choices.find(({ name, value }) => name.toLowerCase() === lower || String(value) === text)
      ?.value;
  }
  if (option.type === 'integer') return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (option.type === 'boolean') {
    if (/^(true|yes|on|1|是)$/i.test(text)) return true;
    return /^(false|no|off|0|否)$/i.test(text) ? false : undefined;
  }
  return text === '' ? undefined : text;
}

export function expects(option: CommandOption, say: FormWords): string {
  if (option.choices?.length) return say.oneOf(option.choices.map(({ name }) => name).join(', '));
  if (option.type === 'integer') return say.wholeNumber;
  return option.type === 'boolean' ? say.yesOrNo : say.notEmpty;
}
