/** The text after a number says what it counts. A dash is a sign only at the start: "Story-3" is 3. */
const WRITTEN = /^(?:\s*(?=-\d)|\D*)(-?\d+(?:\.\d+)?)(.*)$/su;

/**
 * The number that a model wrote as text, perhaps after a label: "3", "0.7", "#3", "[3]", "3.", "Story 3".
 * @param rest whether more may follow, as in "8/10" and "3. Ferry strike". Where a unit matters, nothing may.
 */
export function writtenNumber(text: string, { rest }: { readonly rest: 'any' | 'none' }): number | undefined {
  const [, digits, after = ''] = WRITTEN.exec(text) ?? [];
  if (digits === undefined || (rest === 'none' && /[\p{L}\p{N}%]/u.test(after))) return undefined;
  return Number(digits);
}
