import type { Locale } from '../feature/command.ts';

const MOST_LINES = 15;
const MOST_CHARACTERS = 1_200;

/** Lines of a list; beyond the limit, the rest is only counted. */
export function listed(lines: readonly string[], locale: Locale): string {
  const shown: string[] = [];
  let characters = 0;
  for (const line of lines) {
    characters += line.length + 1;
    if (shown.length === MOST_LINES || characters > MOST_CHARACTERS) break;
    shown.push(line);
  }
  const more = lines.length - shown.length;
  if (more > 0) shown.push({ en: `- … and ${more} more`, zh: `- …… 另有 ${more} 項` }[locale]);
  return shown.join('\n');
}
