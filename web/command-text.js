/**
 * Slash commands as people type them: `/cron list`, `/cron add name:Morning schedule:"0 9 * * *"`. Pure.
 *
 * @import { Command, CommandOption, OptionValues } from './shapes.js'
 */

/** @typedef {{ command: Command, options: OptionValues, problem?: string, at?: string }} Typed `at`: the option to look at */

/**
 * The commands whose name a typed text may become, best first.
 * @param {Command[]} commands
 * @param {string} text begins with a slash
 */
export function matching(commands, text) {
  const query = text.slice(1).toLowerCase().replace(/\s+/g, ' ');
  const begins = commands.filter(({ name }) => name.startsWith(query));
  const holds = commands.filter(({ name }) => !name.startsWith(query) && name.includes(query.trim()));
  return query.trim() ? [...begins, ...holds] : begins;
}

/**
 * The command that a text names, with its options; undefined when it names none.
 * @param {Command[]} commands
 * @param {string} text
 * @returns {Typed | undefined}
 */
export function parseTyped(commands, text) {
  const words = text.trim().slice(1);
  const command = [...commands]
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => words.toLowerCase() === name || words.toLowerCase().startsWith(`${name} `));
  if (!command) return undefined;
  return { command, ...readOptions(command.options ?? [], words.slice(command.name.length).trim()) };
}

/**
 * `option:value` pairs; a value ends where the next known option begins, or at its closing quote. Words before
 * the first pair are the value of the one option that they can mean; where that is a guess, it is said and
 * nothing runs. What is wrong stays among the options, so that it can be put right.
 *
 * @param {CommandOption[]} known
 * @param {string} text
 * @returns {Omit<Typed, 'command'>}
 */
function readOptions(known, text) {
  /** @type {OptionValues} */
  const options = {};
  const names = known.map(({ name }) => name.replace(/[^\w-]/g, '\\$&')).join('|');
  const starts = names ? [...text.matchAll(new RegExp(`(?:^|\\s)(${names}):\\s*`, 'gi'))] : [];
  /** @type {{ problem: string, at?: string } | undefined} */
  let wrong;
  starts.forEach((start, n) => {
    const option = known.find(({ name }) => name.toLowerCase() === (start[1] ?? '').toLowerCase());
    const raw = text.slice(start.index + start[0].length, starts[n + 1]?.index ?? text.length);
    if (!option) return;
    const typed = unquoted(raw.trim());
    const value = valueOf(option, typed);
    if (value === undefined) wrong ??= { problem: `“${option.name}” ${expects(option)}.`, at: option.name };
    options[option.name] = value ?? typed;
  });

  const loose = unquoted(text.slice(0, starts[0]?.index ?? text.length).trim());
  const guess = loose ? placesOf(known, options, loose) : {};
  if (!guess) wrong ??= { problem: `“${loose}” is not an option of this command.` };
  Object.assign(options, guess);

  const missing = known.find(({ name, required }) => required && !(name in options));
  if (missing) return { options, problem: `“${missing.name}” is needed.`, at: missing.name };
  if (wrong) return { options, ...wrong };
  const guessed = Object.keys(guess ?? {});
  if (guessed.length < 2) return { options };
  return { options, problem: 'Is this what you mean?', at: guessed[0] ?? '' };
}

const FREE_TEXT = /^(message|text|prompt|correction|note)$/;
const A_SCHEDULE =
  /^((?:every|each)\s+(?:\d+\s*)?[a-z]+(?:\s+(?:at\s+)?\d{1,2}(?::\d{2})?(?:\s*[ap]m)?(?=\s))?|in\s+\d+\s*[a-z]+|hourly|daily(?:\s+(?:at\s+)?\d{1,2}:\d{2})?)\s+(.+)$/is;

/**
 * Where words without an option's name belong; undefined when no option takes them.
 *
 * @param {CommandOption[]} known
 * @param {OptionValues} given
 * @param {string} loose
 * @returns {Record<string, string> | undefined}
 */
function placesOf(known, given, loose) {
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

/** What an option may be set to, where its name says it. */
const EXAMPLES = /** @type {Record<string, string>} */ ({
  name: 'Morning look',
  schedule: 'every 2h',
  message: 'say hello',
});

/**
 * A line that could be typed to run a command.
 * @param {Command} command
 */
export function exampleOf({ name, options = [] }) {
  const needed = options.filter(({ required }) => required);
  const pairs = (needed.length ? needed : options.slice(0, 1)).map(
    (option) => `${option.name}:${exampleValue(option)}`,
  );
  return [`/${name}`, ...pairs].join(' ');
}

/** @param {CommandOption} option */
function exampleValue({ name, type, description = '', choices }) {
  if (choices?.[0]) return choices[0].name;
  if (type === 'integer') return '5';
  if (type === 'boolean') return 'yes';
  return EXAMPLES[name] ?? /["“]([^"”]+)["”]/.exec(description)?.[1] ?? '…';
}

/** @param {string} text */
const unquoted = (text) => text.replace(/^(["'“])(.*)["'”]$/s, '$2');

/**
 * A typed value in its option's type; undefined when it can't be one.
 * @param {CommandOption} option
 * @param {string} text
 * @returns {string | number | boolean | undefined}
 */
export function valueOf(option, text) {
  if (option.choices?.length) {
    const lower = text.toLowerCase();
    return option.choices.find(({ name, value }) => name.toLowerCase() === lower || String(value) === text)
      ?.value;
  }
  if (option.type === 'integer') return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (option.type === 'boolean') {
    if (/^(true|yes|on|1)$/i.test(text)) return true;
    return /^(false|no|off|0)$/i.test(text) ? false : undefined;
  }
  return text === '' ? undefined : text;
}

/** @param {CommandOption} option */
export function expects(option) {
  if (option.choices?.length) return `must be one of ${option.choices.map(({ name }) => name).join(', ')}`;
  if (option.type === 'integer') return 'must be a whole number';
  return option.type === 'boolean' ? 'must be true or false' : 'must not be empty';
}
