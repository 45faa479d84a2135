/** Slash commands as people type them in the terminal: `/cron add name:Morning schedule:"every day 7:30"`. */
import type { CommandAnswer } from './answers.ts';

type Typed =
  | { readonly name: string; readonly options: Readonly<Record<string, string>> }
  | { readonly problem: string };

/**
 * Parse `option:value` pairs. A value ends at the next known option, or at its closing quote. Words before the
 * first pair are the value of the first text option.
 */
export function parseTyped(commands: readonly CommandAnswer[], line: string): Typed {
  const words = line.trim().replace(/^\//, '').replace(/\s+/g, ' ');
  const command = [...commands]
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => words.toLowerCase() === name || words.toLowerCase().startsWith(`${name} `));
  if (!command)
    return { problem: `there is no command /${words.split(' ').slice(0, 2).join(' ')}; /help lists them` };
  const text = words.slice(command.name.length).trim();
  const names = command.options.map(({ name }) => name).join('|');
  const starts = names === '' ? [] : [...text.matchAll(new RegExp(`(?:^|\\s)(${names}):\\s*`, 'gi'))];
  const options: Record<string, string> = {};
  const loose = text.slice(0, starts[0]?.index ?? text.length).trim();
  const first = command.options.find(({ type }) => type === 'string');
  if (loose !== '' && !first) return { problem: `/${command.name} takes no "${loose}"` };
  if (loose !== '' && first) options[first.name] = unquoted(loose);
  for (const [n, start] of starts.entries()) {
    const value = text.slice(start.index + start[0].length, starts[n + 1]?.index ?? text.length);
    options[(start[1] ?? '').toLowerCase()] = unquoted(value.trim());
  }
  return { name: command.name, options };
}

function unquoted(text: string): string {
  return text.replace(/^(["'“])(.*)["'”]$/s, '$2');
}
