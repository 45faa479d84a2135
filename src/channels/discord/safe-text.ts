/** A text without characters that change the text's direction. */
export function safeText(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/gu, '');
}
