/** Small counts in words, as used with durations: "twenty minutes", "an hour". */

const VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty forty-five fifty sixty ninety'
    .split(' ')
    .map((word, at): [string, number] => [word, [15, 20, 30, 40, 45, 50, 60, 90][at - 12] ?? at + 1]),
);

/** The source of a pattern, longest first. */
export const COUNTS = `(?:forty-five|${Object.keys(VALUES)
  .filter((word) => word !== 'forty-five')
  .sort((a, b) => b.length - a.length)
  .join('|')}|an?|a couple of)`;

const COUNTED = new RegExp(
  `\\b(${COUNTS})(?=(?: and a half)? ?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?)\\b)`,
  'giu',
);

/** "in twenty minutes" becomes "in 20 minutes"; "half an hour" stays. */
export function inFigures(text: string): string {
  return text.replace(COUNTED, (word, _counted: string, at: number) => {
    if (/(?:half|quarter of) $/i.test(text.slice(0, at))) return word;
    if (/^a couple of$/i.test(word)) return '2';
    return String(VALUES[word.toLowerCase()] ?? 1);
  });
}
