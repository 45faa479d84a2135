const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

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

/** At most `most` UTF-16 units, with an ellipsis where something was cut. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > most - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
