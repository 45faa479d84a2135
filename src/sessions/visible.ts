/** What readers see of a text. */

/** Nothing that anybody could see: spaces, and characters without width. */
export function isBlank(text: string): boolean {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Mn}\u2800\u3164\uffa0\u115f\u1160]/gu, '') === '';
}
