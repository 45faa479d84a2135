/** What readers see of a text. */

/** Whether there is nothing to see: only spaces and zero-width characters. */
export function isBlank(text: string): boolean {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Mn}\u2800\u3164\uffa0\u115f\u1160]/gu, '') === '';
}
