/** The first `length` code units of a text that is longer, with a sign that it goes on; never half a character. */
export function beginning(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}
