/**
 * What a sentence depends on: "He said …" needs the sentence before it, "Chu said …" needs a sentence that
 * introduces Gwendolyn Chu. Quoted alone, such a sentence would refer to nothing.
 */
import { stem } from '../../text/stem.ts';
import type { StorySentence } from './story-sentence.ts';

const POINTS_BACK =
  /^["“‘]?(?:He|She|It|They|This|That|These|Those|His|Her|Hers|Its|Their|Theirs|Such|Another|Others|Both|Neither|Either|However|But|And|So|Then|Instead|Also|Yet|Still|Thus|Therefore|Moreover|Furthermore|Nevertheless|Similarly|Earlier|Later|Afterwards|One of (?:them|those|these)|(?:Some|Many|Most|None|All|Each|Two|Three|Four) of (?:them|those|these)|In (?:addition|response|total|all|contrast)|By contrast|As a result|At the time|For (?:example|instance)|The (?:latter|former|pair|duo|trio|two|three|other|others|rest|same|remaining))\b/;
const HAN_POINTS_BACK =
  /^[「（]?(?:他|她|它|這|此|該|其|對此|而|但|不過|然而|因此|所以|同時|另外|另一|當中|之後|隨後|其後|至於|兩人|三人|二人|後者|前者|當時|同日|有關|上述|據此|另有|亦|並|也|至今|包括|例如|又|餘下|其餘|消息指)/u;
/** A reference back from inside the sentence. */
const POINTS_BACK_WITHIN =
  /\b(?:(?:minutes|hours|days|weeks|months|years) (?:later|earlier|afterwards)(?! than)|(?:over|in|at|on|during|by) the same (?:period|time|day|week|month|year|place|point)|such (?!as\b)[a-z]+s|them|him|do(?:es|ing)? so|(?:^|\s)the latter)\b|^(?:\S+ ){1,2}others\b/;
/** Refers to something named before, but reads well once the story has begun. */
const DEFINITE =
  /^The (?:company|firm|man|woman|boy|girl|suspects?|victims?|decision|move|incident|group|agency|ruling|plan|proposal|deal|announcement|figures?|report|law|bill|order|vote|exchange|team|driver|couple|building|ship|vessel|film|owner)\b/;
const SAYS = '(?:said|says|told|added|asked|wrote|explained|warned|insisted|argued)';
const PRONOUN_SPEAKS = new RegExp(
  `(?:\\b(?:he|she|they|it) ${SAYS}\\b|\\b${SAYS} (?:he|she|they)\\b)|[他她]們?(?:說|表示|指|稱|補充|強調)`,
  'u',
);

/** "The sale valued …" refers by a noun to something that the story must have mentioned. */
const HAPPENING =
  /^The (?:[a-z]+ )?(sale|purchase|move|decision|incident|announcement|ruling|deal|vote|ban|fall|drop|rise|increase|cut|change|attack|crash|blast|explosion|theft|raid|arrests?|man|woman|boy|girl|suspects?|victims?|driver|couple|survey|study|pilot|scheme|project|trial|inquiry|investigation|review|recording|freeze|pause|failure|loan|measure)\b/;

/** "The nine wallets" must have been introduced. */
const GROUP =
  /\b[Tt]he (?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+) (?:[a-z-]+ )?([a-z]{3,}s)\b/;

/**
 * True when the sentence before it in its source must also precede it in the story. `told` are the story's
 * sentences so far.
 */
export function pointsBack(
  sentence: Pick<StorySentence, 'text' | 'quotations'>,
  told: readonly Pick<StorySentence, 'tokens'>[],
): boolean {
  const { text } = sentence;
  if (POINTS_BACK.test(text) || HAN_POINTS_BACK.test(text)) return true;
  const outside = text.replace(/“[^”]*”|"[^"]*"|「[^」]*」/gu, ' ');
  if (POINTS_BACK_WITHIN.test(outside)) return true;
  const happening = HAPPENING.exec(text)?.[1];
  if (happening !== undefined && !told.some((other) => other.tokens.has(stem(happening)))) return true;
  const group = GROUP.exec(outside)?.[1];
  if (group !== undefined && !told.some((other) => other.tokens.has(stem(group)))) return true;
  if (sentence.quotations.length > 0 && !/[\p{L}]{2}/u.test(outside)) return true; // Speech without its speaker.
  return (
    PRONOUN_SPEAKS.test(outside) &&
    !/\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+/u.test(outside) &&
    !/^[^，。「]{2,12}(?:說|表示|指)/u.test(outside)
  );
}

/** True for a sentence that reads well anywhere but at the start of a story. */
export function needsContext(sentence: StorySentence): boolean {
  return DEFINITE.test(sentence.text);
}

/**
 * The position in its source of the sentence that introduces a person whom this one calls by the last name only;
 * undefined when there is none, or when `told` (the story so far) has the full name.
 */
export function introduction(
  sentence: StorySentence,
  source: readonly StorySentence[],
  told: string,
): number | undefined {
  const thing = thingIntroduced(sentence, source, told);
  if (thing !== undefined) return thing;
  const opens = /^\p{Lu}[\p{L}'’-]+(?= [a-z])/u.exec(sentence.text)?.[0];
  for (const name of new Set([...sentence.names, ...(opens === undefined ? [] : [opens])])) {
    if (name.includes(' ') || name.length < 2 || /^\p{Lu}+$/u.test(name)) continue;
    const full = new RegExp(
      `\\p{Lu}[\\p{L}.’'-]+ ${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}])`,
      'u',
    );
    const introduces = (text: string) => text.includes(name) && full.test(text);
    if (introduces(told) || introduces(sentence.text)) continue;
    const first = source.find((other) => other.place < sentence.place && introduces(other.text));
    if (first !== undefined) return first.place;
  }
  return undefined;
}

/** "The charity expects …" needs the sentence that has "a charity". */
function thingIntroduced(
  sentence: StorySentence,
  source: readonly StorySentence[],
  told: string,
): number | undefined {
  const words = /^The ([a-z]{3,})(?: ([a-z]{3,}))?/.exec(sentence.text)?.slice(1) ?? [];
  for (const word of words) {
    if (word === undefined || told.toLowerCase().includes(word)) continue;
    const indefinite = new RegExp(`\\ban? (?:[\\p{L}-]+ ){0,2}${word}\\b`, 'iu');
    const first = source.find(
      ({ place, text }) =>
        place < sentence.place && text.toLowerCase().includes(word) && indefinite.test(text),
    );
    if (first !== undefined) return first.place;
  }
  return undefined;
}
