/**
 * Light English stemming, enough to match plurals and verb forms. A stem is a key for matching, not a word:
 * "closing", "closed", "closes" and "close" all give "clos".
 */

const IRREGULAR: Readonly<Record<string, string>> = Object.fromEntries(
  `rose rise risen rise fell fall fallen fall began begin begun begin won win lost lose paid pay met meet made
  make held hold sold sell told tell took take taken take gave give given give went go gone go came come left
  leave led lead built build found find grew grow grown grow spent spend bought buy brought bring caught catch
  thought think kept keep sent send shot shoot struck strike broke break broken break chose choose chosen choose
  drove drive driven drive wrote write written write spoke speak spoken speak stole steal stolen steal
  fought fight ran run sank sink sunk sink swore swear withdrew withdraw withdrawn withdraw men man women woman
  children child people person lives life wives wife knives knife shelves shelf halves half died die dying die
  lying lie tied tie knew know known know saw see seen see said say became become stood stand understood understand`
    .split(/\s+/)
    .reduce<[string, string][]>((pairs, word, at, all) => {
      if (at % 2 === 1) pairs.push([all[at - 1] ?? word, word]);
      return pairs;
    }, []),
);

/** The stem of a lower-case English word. Words of up to three letters and words with digits are unchanged. */
export function stem(word: string): string {
  const base = IRREGULAR[word] ?? word;
  if (base.length <= 3 || /\d/.test(base) || !/^[a-z'’-]+$/.test(base)) return base;
  return withoutFinalE(withoutVerbEnding(withoutPlural(base)));
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (/[^suis']s$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  const ending = /(?:ing|ed)$/.exec(word)?.[0];
  if (ending === undefined) return word;
  const base = word.slice(0, -ending.length);
  // "ring", "bed", "string" and "speed" are not verb forms.
  if (base.length < 3 || !/[aeiouy]/.test(base) || word.endsWith('eed')) return word;
  return /([bdfgmnprt])\1$/.test(base) ? base.slice(0, -1) : base;
}

function withoutFinalE(word: string): string {
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word;
}
