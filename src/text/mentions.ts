/** Whether a text has a phrase, as people would say that it does. */

const patterns = new Map<string, RegExp>();

/** Many phrases are looked for in one text, one after the other. */
let lowered = { text: '', lower: '' };

function lowerCased(text: string): string {
  if (text !== lowered.text) lowered = { text, lower: text.toLowerCase() };
  return lowered.lower;
}

/** Whether `text` has `phrase`: whole words (a plural counts) in spaced scripts, anywhere in Chinese. Ignores case. */
export function mentions(text: string, phrase: string): boolean {
  if (!lowerCased(text).includes(phrase.trim().toLowerCase())) return false;
  const known = patterns.get(phrase);
  if (known !== undefined) return known.test(text);
  const escaped = phrase.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (escaped === '') return false;
  const pattern = /\p{Script=Han}/u.test(phrase)
    ? new RegExp(escaped, 'iu')
    : new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?:s|es|['’]s)?(?![\\p{L}\\p{N}])`, 'iu');
  // An edition has some hundred words, an editor's notes a few: the memory is small, the compiling is not.
  if (patterns.size > 5_000) patterns.clear();
  patterns.set(phrase, pattern);
  return pattern.test(text);
}
