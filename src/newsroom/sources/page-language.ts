/** A page's language: as declared, unless the script of its text says otherwise. */

/** Scripts used by only one common language, and the declared languages that don't contradict it. */
const SCRIPTS: readonly (readonly [script: RegExp, language: string, also: RegExp])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja', /^ja/],
  [/\p{Script=Hangul}/gu, 'ko', /^ko/],
  [/\p{Script=Han}/gu, 'zh', /^(?:zh|yue|ja|ko|cmn|nan|wuu)/],
  [/\p{Script=Cyrillic}/gu, 'ru', /^(?:ru|uk|be|bg|sr|mk|kk|ky|mn|tg|bs)/],
  [/\p{Script=Arabic}/gu, 'ar', /^(?:ar|fa|ur|ps|ku|ckb|ug|sd)/],
  [/\p{Script=Hebrew}/gu, 'he', /^(?:he|iw|yi)/],
  [/\p{Script=Greek}/gu, 'el', /^el/],
  [/\p{Script=Thai}/gu, 'th', /^th/],
  [/\p{Script=Devanagari}/gu, 'hi', /^(?:hi|mr|ne|sa)/],
  [/\p{Script=Bengali}/gu, 'bn', /^(?:bn|as)/],
  [/\p{Script=Tamil}/gu, 'ta', /^ta/],
  [/\p{Script=Georgian}/gu, 'ka', /^ka/],
  [/\p{Script=Armenian}/gu, 'hy', /^hy/],
];
/** Languages in Latin script are recognised by their commonest words. */
const COMMON: readonly (readonly [language: string, words: RegExp])[] = [
  ['en', /\b(?:the|and|of|to|that|with|was|for)\b/gi],
  ['es', /\b(?:el|los|las|del|que|una|por|con)\b/gi],
  ['pt', /\b(?:os|das|dos|não|uma|com|para|em)\b/gi],
  ['fr', /\b(?:les|des|est|dans|une|pour|qui|sur)\b/gi],
  ['de', /\b(?:der|die|das|und|ist|nicht|mit|von)\b/gi],
  ['it', /\b(?:il|che|della|di|gli|per|sono|non)\b/gi],
  ['nl', /\b(?:het|een|van|niet|zijn|voor|dat|op)\b/gi],
];
/** A character of a script that is not Latin. */
const OTHER_SCRIPT = /[\u0370-\u1dff\u2e80-\uffff]/;
const SAMPLE = 4_000;

/** A BCP 47 tag, or undefined when unknown. */
export function pageLanguage(declared: string | undefined, text: string): string | undefined {
  const tag = tagOf(declared);
  const sample = text.slice(0, SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 20) return tag;
  // Japanese mixes in kana, so a fifth is enough; other scripts need half of the letters.
  for (const [script, language, also] of OTHER_SCRIPT.test(sample) ? SCRIPTS : []) {
    const share = (sample.match(script)?.length ?? 0) / letters;
    if (share >= (language === 'ja' ? 0.2 : 0.5)) return tag !== undefined && also.test(tag) ? tag : language;
  }
  return tag ?? commonest(sample);
}

/** Accepts `en_US.UTF-8` and `EN-us, fr` too. */
function tagOf(declared: string | undefined): string | undefined {
  const found = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?=$|[^a-z\d])/i.exec(
    declared?.trim() ?? '',
  );
  if (!found) return undefined;
  const [, language = '', script, region] = found;
  const named = script && script[0]!.toUpperCase() + script.slice(1).toLowerCase();
  return [language.toLowerCase(), named, region?.toUpperCase()].filter(Boolean).join('-');
}

function commonest(sample: string): string | undefined {
  const counts = COMMON.map(([language, words]) => ({ language, n: sample.match(words)?.length ?? 0 }));
  const [best] = counts.sort((a, b) => b.n - a.n);
  return best !== undefined && best.n >= 3 ? best.language : undefined;
}
