/**
 * Text of others made safe for a terminal: control characters and direction changes become JSON escapes, so that
 * JSON keeps its value.
 */
export function printable(text: string): string {
  return text.replace(
    /\r(?!\n)|[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
