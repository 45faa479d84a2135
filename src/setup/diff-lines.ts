/** The difference between two texts, line by line. */
import { z } from 'zod';
import type { Given } from '../text/given.ts';

export const diffLineSchema = z.strictObject({ sign: z.enum(['+', '-', ' ']), text: z.string() });
export type DiffLine = Given<z.output<typeof diffLineSchema>>;

const AROUND = 2;
/** Beyond this many pairs of lines the middle is told as removed and added whole. */
const MOST_PAIRS = 4_000_000;

/** Changed lines with two unchanged ones around each; an empty list when nothing differs. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++;
  const middle = changed(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end));
  const kept = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: ' ', text }));
  return nearChanges([...kept(old.slice(0, start)), ...middle, ...kept(old.slice(old.length - end))]);
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function changed(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ sign: '-', text });
  const added = (text: string): DiffLine => ({ sign: '+', text });
  if (old.length * fresh.length > MOST_PAIRS) return [...old.map(removed), ...fresh.map(added)];
  const common = commonLengths(old, fresh);
  const lines: DiffLine[] = [];
  let [a, b] = [0, 0];
  while (a < old.length && b < fresh.length) {
    if (old[a] === fresh[b]) {
      lines.push({ sign: ' ', text: old[a]! });
      a++;
      b++;
    } else if (common[a + 1]![b]! >= common[a]![b + 1]!) lines.push(removed(old[a++]!));
    else lines.push(added(fresh[b++]!));
  }
  return [...lines, ...old.slice(a).map(removed), ...fresh.slice(b).map(added)];
}

/** For each pair of positions, how many lines the rests have in common. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint32Array(fresh.length + 1));
  for (let a = old.length - 1; a >= 0; a--)
    for (let b = fresh.length - 1; b >= 0; b--)
      rows[a]![b] =
        old[a] === fresh[b] ? rows[a + 1]![b + 1]! + 1 : Math.max(rows[a + 1]![b]!, rows[a]![b + 1]!);
  return rows;
}

function nearChanges(lines: readonly DiffLine[]): DiffLine[] {
  const near = lines.map((_, n) =>
    lines.slice(Math.max(0, n - AROUND), n + AROUND + 1).some(({ sign }) => sign !== ' '),
  );
  return lines.flatMap((line, n): DiffLine[] => {
    if (near[n]) return [line];
    return n > 0 && near[n - 1] && near.indexOf(true, n) !== -1 ? [{ sign: ' ', text: '…' }] : [];
  });
}
