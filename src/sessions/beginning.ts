/** The first `length` code units of a longer text, with an ellipsis. Never splits a character. */
export function beginning(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}
