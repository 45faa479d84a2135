/** The most that is read of an error. */
const MOST_CHARACTERS = 65_536;

/** The beginning of a response's text. Where it breaks off, what has arrived. */
export async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      if (text.length >= MOST_CHARACTERS) break;
    }
  } catch (error) {
    if (text === '') throw error;
  }
  return text;
}
