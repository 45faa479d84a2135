import { shorten } from '../../text/shorten.ts';

/** Discord's limit for the name of a thread. */
const MOST = 100;

/** A thread's name: one line, at most 100 characters, cut between what readers see as characters. */
export function threadName(template: string, title: string): string {
  const name =
    template
      .replaceAll('{title}', () => title)
      .replaceAll(/\s+/gu, ' ')
      .trim() || title.trim();
  return shorten(name, MOST);
}
