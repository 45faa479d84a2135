/** What servers echo goes to people and logs: without the key, not even the part of it that a server shows. */
export function withoutSecrets(text: string, key: string | undefined): string {
  const plain = key === undefined || key.length < SHORTEST ? text : text.replaceAll(key, MASK);
  return plain.replace(LIKE_A_KEY, MASK);
}

const MASK = '[key]';
/** Shorter ones are no secrets but a word for servers that want some key ("ollama", "none"). */
const SHORTEST = 8;

/** Keys by their usual beginnings, masked ones too ("sk-pr****1234"), and whatever follows "Bearer". */
const LIKE_A_KEY = /\b(?:sk|gsk|xai|pplx|nvapi|csk|hf)[-_][\w*.-]{3,}|(?<=\bBearer )\S+/gi;
