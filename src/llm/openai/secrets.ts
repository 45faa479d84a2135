/** Remove the key from text for people and logs, including parts that a server shows. */
export function withoutSecrets(text: string, key: string | undefined): string {
  const plain = key === undefined || key.length < SHORTEST ? text : text.replaceAll(key, MASK);
  return plain.replace(LIKE_A_KEY, MASK);
}

const MASK = '[key]';
/** Shorter keys are placeholders for servers that require some key ("ollama", "none"). */
const SHORTEST = 8;

/** Keys with common prefixes, also masked ones ("sk-pr****1234"), and anything after "Bearer". */
const LIKE_A_KEY = /\b(?:sk|gsk|xai|pplx|nvapi|csk|hf)[-_][\w*.-]{3,}|(?<=\bBearer )\S+/gi;
