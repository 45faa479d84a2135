/**
 * What a terminal shows of what others wrote: characters that would steer it, or turn the direction of writing, are
 * spelled as JSON spells them, so that JSON stays the same value.
 */
export function printable(text: string): string {
  return text.replace(
    /\r(?!\n)|[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
