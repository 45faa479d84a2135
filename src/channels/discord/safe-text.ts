/** Text that shows what it says: characters that turn the direction of what follows are left out. */
export function safeText(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/gu, '');
}
