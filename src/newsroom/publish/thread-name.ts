import { shorten } from '../../text/shorten.ts';

/** A thread's name: one line, within the channel's limit, cut between graphemes. */
export function threadName(template: string, title: string, most = 100): string {
  const name =
    template
      .replaceAll('{title}', () => title)
      .replaceAll(/\s+/gu, ' ')
      .trim() || title.trim();
  return shorten(name, most);
}
