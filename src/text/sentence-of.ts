/** An error's message as a sentence. */
export function sentenceOf(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
