import { shorten } from '../../text/shorten.ts';

/**
 * A thread's name: one line, within the channel's limit, cut between graphemes.
 * @param before how many threads have this name already: "Title (2)" for the second one
 */
export function threadName(template: string, title: string, most = 100, before = 0): string {
  const name =
    template
      .replaceAll('{title}', () => title)
      .replaceAll(/\s+/gu, ' ')
      .trim() || title.trim();
  const number = before === 0 ? '' : ` (${before + 1})`;
  return `${shorten(name, most - number.length)}${number}`;
}
