/**
 * Slash commands as people type them: `/cron list`, `/cron add name:Morning schedule:"0 9 * * *"`. Pure.
 *
 * @import { Command, CommandOption, OptionValues } from './shapes.js'
 */

/** @typedef {{ command: Command, options: OptionValues, problem?: string }} Typed */

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
 * the first pair are the value of the first text option.
 *
 * @param {CommandOption[]} known
 * @param {string} text
 * @returns {{ options: OptionValues, problem?: string }}
 */
function readOptions(known, text) {
  /** @type {OptionValues} */
  const options = {};
  const names = known.map(({ name }) => name.replace(/[^\w-]/g, '\\$&')).join('|');
  const starts = names ? [...text.matchAll(new RegExp(`(?:^|\\s)(${names}):\\s*`, 'gi'))] : [];
  /** @type {[CommandOption | undefined, string][]} */
  const given = starts.map((start, n) => [
    known.find(({ name }) => name.toLowerCase() === (start[1] ?? '').toLowerCase()),
    text.slice(start.index + start[0].length, starts[n + 1]?.index ?? text.length),
  ]);
  const loose = text.slice(0, starts[0]?.index ?? text.length).trim();
  if (loose) given.unshift([known.find(({ type }) => type === 'string'), loose]);

  for (const [option, raw] of given) {
    if (!option) return { options, problem: `“${loose}” is not an option of this command.` };
    const value = valueOf(option, unquoted(raw.trim()));
    if (value === undefined) return { options, problem: `“${option.name}” ${expects(option)}.` };
    options[option.name] = value;
  }
  const missing = known.find(({ name, required }) => required && !(name in options));
  return missing ? { options, problem: `“${missing.name}” is needed.` } : { options };
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
