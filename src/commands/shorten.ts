const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** On one line and at most `most` UTF-16 units long, cut between characters as readers see them. */
export function shorten(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= most) return line;
  let kept = '';
  for (const { segment } of graphemes.segment(line)) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
