/** Finds the clause that contains a word. */

/** From the last comma to the next; if that is too short, with the clause before or after it. */
export function clausesAround(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  more: boolean,
): string[] {
  const border = /[，；。：]|[,;:]\s/gu;
  const before = [...text.slice(0, start).matchAll(border)].map(({ index }) => index + 1).reverse();
  const after = [...text.slice(end).matchAll(border)].map(({ index }) => end + index);
  const [from = 0, earlier = 0] = before;
  const [to = text.length, later = text.length] = after;
  const own = text.slice(from, to);
  return more && own.length <= SHORT_CLAUSE ? [own, text.slice(earlier, to), text.slice(from, later)] : [own];
}

/** In UTF-16 units: 「較前一日轉弱」. */
const SHORT_CLAUSE = 12;
