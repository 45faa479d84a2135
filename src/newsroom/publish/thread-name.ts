import { shorten } from '../../text/shorten.ts';

/** A thread's name: one line, no longer than its channel takes, cut between what readers see as characters. */
export function threadName(template: string, title: string, most = 100): string {
  const name =
    template
      .replaceAll('{title}', () => title)
      .replaceAll(/\s+/gu, ' ')
      .trim() || title.trim();
  return shorten(name, most);
}
