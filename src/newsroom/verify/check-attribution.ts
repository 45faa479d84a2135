/**
 * Whether a sentence attributes a statement to the speaker in its sources. The matching passage must name the speaker
 * or leave it open. Only a statement that a passage clearly gives to somebody else is doubted.
 */
import { attributionsIn } from '../../text/attributions.ts';
import type { Attribution } from '../../text/attributions.ts';
import { bare } from '../../text/bare.ts';
import { hasHan } from '../../text/chinese/has-han.ts';
import { SURNAMES } from '../../text/chinese/persons.ts';
import { soundsDifferent } from '../../text/chinese/sounds.ts';
import { scriptless } from '../../text/chinese/scripts.ts';
import type { Glossary } from '../../text/glossary/glossary.ts';
import type { Passages, RankedSpot, Spot } from './passages.ts';
import type { SourceIndex } from './source-index.ts';

export interface AttributionVerdict {
  /** As written in the sentence. */
  readonly speaker: string;
  readonly verdict: 'supported' | 'doubted' | 'not_checkable';
  /** The passage with the statement: the speaker's, or somebody else's. */
  readonly spot?: Spot;
}

interface AttributionTerms {
  readonly passages: Passages;
  readonly glossary: Glossary;
  /** The sources that the sentence cites. */
  readonly cited: readonly SourceIndex[];
  /** All of the pack's sources. */
  readonly sources: readonly SourceIndex[];
  /** Original names of people in the story: 利維 is Daniel Levy. */
  readonly originals: ReadonlyMap<string, string>;
}

/** How much the passage must share with the statement. */
const LEAST_SHARE = 0.25;
const LEAST_SHARED = 2;
/** The speaker's own passages may share this much less than the best one. */
const OWN_ENOUGH = 0.7;
const CHINESE_PERSON = new RegExp(`^[${SURNAMES}]\\p{Script=Han}{2}$`, 'u');

/** Check every attribution of a sentence. */
export function checkAttributions(sentence: string, terms: AttributionTerms): AttributionVerdict[] {
  const attributions = attributionsIn(sentence);
  return attributions.map((attribution, at) => {
    const said = saidBy(attributions, at, sentence);
    const judgement = judged(said, attribution, terms);
    const { verdict, spot } =
      judgement.verdict === 'not_checkable' ? elsewhere(said, attribution, terms) : judgement;
    if (verdict === 'doubted' && spot && joinsNext(sentence.slice(attribution.end), attribution, spot, terms))
      return { speaker: attribution.speaker, verdict: 'not_checkable' };
    return { speaker: attribution.speaker, verdict, ...(spot && { spot }) };
  });
}

/** "Prices rose 6%, and Ann Lee expects them to flatten": the passage after the best one is the speaker's. */
function joinsNext(
  said: string,
  attribution: Attribution,
  { source, at }: Spot,
  { passages, glossary, originals }: AttributionTerms,
): boolean {
  const [here = '', next = ''] = source.places.slice(at, at + 2).map(({ text }) => text);
  const names = namesOf(attribution, glossary, originals);
  return (
    names.some((name) => stands(name, next)) && passages.shared(said, next) > passages.shared(said, here)
  );
}

type OthersTerms = Pick<AttributionTerms, 'glossary' | 'originals' | 'sources'>;

/** Whether other people speak in these passages, and none of the sentence's speakers, whom the sources know. */
export function isSaidByOthers(
  sentence: string,
  spots: readonly Spot[],
  { glossary, originals, sources }: OthersTerms,
): boolean {
  const names = attributionsIn(sentence).flatMap((one) => namesOf(one, glossary, originals));
  const othersSpeak = spots.some((spot) => voicesAt(spot).length > 0);
  if (names.length === 0 || !othersSpeak || spots.some((spot) => isSpokenBy(names, spot))) return false;
  return sources.some(({ source }) => names.some((name) => stands(name, source.text)));
}

/**
 * The speaker is known only from sources that the sentence doesn't cite, so whoever speaks in the cited ones is
 * somebody else.
 */
function elsewhere(
  said: string,
  attribution: Attribution,
  { passages, glossary, cited, sources, originals }: AttributionTerms,
): Omit<AttributionVerdict, 'speaker'> {
  const names = namesOf(attribution, glossary, originals);
  const known = sources.filter((source) => !cited.includes(source) && isPersonIn(names, source));
  if (known.length === 0 || cited.some(({ source }) => names.some((name) => standsIn(name, source))))
    return { verdict: 'not_checkable' };
  const [best] = passages.ranked(said, cited, 1);
  const isAnothers = (source: SourceIndex) => {
    const own = names.filter((name) => known.some((one) => standsIn(name, one.source)));
    if (own.some((name) => source.speaks(name))) return true;
    const others = allVoicesOf(source);
    return best !== undefined && others.length > 0 && others.every((voice) => isForSureAnother(names, voice));
  };
  return { verdict: cited.every(isAnothers) ? 'doubted' : 'not_checkable' };
}

/** Whether the source has a person of one of these names: a Chinese name, or a Latin one with a given name. */
function isPersonIn(names: readonly string[], { source }: SourceIndex): boolean {
  return names.some(
    (name) =>
      !ORGANISATION.test(name) &&
      (CHINESE_PERSON.test(name) || LATIN_PERSON.test(name)) &&
      standsIn(name, source),
  );
}

function standsIn(name: string, { title, text }: SourceIndex['source']): boolean {
  return stands(name, `${title}\n${text}`);
}

/** Speakers that are persons, not bodies. */
function allVoicesOf(source: SourceIndex): string[] {
  return source.places
    .flatMap((_, at) => voicesAt({ source, at }))
    .filter((voice) => !ORGANISATION.test(voice) && (hasHan(voice) || LATIN_PERSON.test(voice)));
}

/**
 * The text after the speaker, up to the next speaker. With a single speaker the statement may also come first, unless
 * another clause does.
 */
function saidBy(attributions: readonly Attribution[], at: number, sentence: string): string {
  const { start, end } = attributions[at] ?? { start: 0, end: 0 };
  const behind = sentence.slice(end, attributions[at + 1]?.start);
  const before = at === 0 && attributions.length === 1 ? sentence.slice(0, start) : '';
  return JOINED.test(before) ? behind : `${before} ${behind}`;
}

/** "The posts are one in six, and Ann Lee accused …": the part before isn't attributed to anybody. */
const JOINED = /(?:,\s(?:and|but|while|although)|;)\s(?:(?!that\b)[^,;“”"]){0,40}$/u;

function judged(
  said: string,
  attribution: Attribution,
  { passages, glossary, cited, sources, originals }: AttributionTerms,
): Omit<AttributionVerdict, 'speaker'> {
  const names = namesOf(attribution, glossary, originals);
  const ranked = passages.ranked(said, cited);
  const [best] = ranked;
  if (best === undefined || best.share < LEAST_SHARE || best.shared < LEAST_SHARED)
    return { verdict: 'not_checkable' };
  const own = ranked.find((spot) => isSpokenBy(names, spot));
  if (own && own.share >= OWN_ENOUGH * best.share) return { verdict: 'supported', spot: own };
  const others = voicesAt(best);
  if (others.length === 0 || others.some((other) => names.some((name) => sameSpeaker(name, other))))
    return { verdict: 'not_checkable' };
  if (others.every((other) => isForSureAnother(names, other))) {
    const rival = ranked.some(
      (spot) =>
        spot.share >= OWN_ENOUGH * best.share && !voicesAt(spot).every((one) => isForSureAnother(names, one)),
    );
    if (!rival && isSure(best, ranked)) return { verdict: 'doubted', spot: best };
  }
  // A name counts as missing only when the sources could have it.
  const known = sources.some((source) => names.some((name) => stands(name, source.source.text)));
  const isHere = cited.some((source) => names.some((name) => stands(name, source.source.text)));
  // If the story doesn't give the speaker's name in the passage's language, the passage's speaker may be the same
  // person.
  const comparable = isHere || names.some((name) => best.source.speaks(name) && isOwnName(name));
  const somebodyElse = known && comparable && (isHere || others.every(isOwnName));
  return somebodyElse ? { verdict: 'doubted', spot: best } : { verdict: 'not_checkable' };
}

/** The share of the statement that a passage must contain when names are compared only by sound. */
const SURE_SHARE = 0.4;
const LIKELY_SHARE = 0.28;
const LIKELY_SHARED = 4;

/** Enough of it, or less when nobody else says any of it. */
function isSure(best: RankedSpot, ranked: readonly RankedSpot[]): boolean {
  if (best.share >= SURE_SHARE) return true;
  const own = voicesAt(best).join('|');
  const next = ranked.find((spot) => voicesAt(spot).join('|') !== own);
  return best.share >= LIKELY_SHARE && best.shared >= LIKELY_SHARED && (next?.share ?? 0) < best.share / 2;
}

/** Whether the voice belongs to a person whose name can't be the speaker's, in whichever script each is written. */
function isForSureAnother(names: readonly string[], titled: string): boolean {
  const voice = titled.replace(/\s(?:of|at|from|for)\s.*$/u, '').replace(OFFICES, '');
  const whole = names.filter((name) => CHINESE_PERSON.test(name) || LATIN_PERSON.test(name));
  if (whole.length === 0 || ORGANISATION.test(voice) || whole.some((name) => ORGANISATION.test(name)))
    return false;
  if (!CHINESE_PERSON.test(voice) && !LATIN_PERSON.test(voice)) return false;
  return whole.every((name) => soundsDifferent(name, voice));
}

const OFFICES =
  /^(?:(?:Detective|Chief|Senior|Acting|Deputy|Assistant|Vice|Inspector|Superintendent|Sergeant|Constable|Commissioner|Professor|Prof|Dr|Mr|Mrs|Ms|Sir|Lord|Lady|Captain|Judge|Justice|Minister|Secretary|President|Chairman|Chairwoman|Governor|Mayor|Senator|General|Colonel|Director)\.?\s)+/u;
const LATIN_PERSON = /^\p{Lu}\S+\s.*\p{Lu}\p{L}/u;
const ORGANISATION =
  /(?:Bank|Universit|Minist|Office|Department|Agency|Board|Council|Societ|Group|Police|Authorit|Company|Commission|Association|Party|Union|Institut|Survey|Court|Trust|House|Service|Bureau|Centre|Center|Federation|Committee|Club|Holdings|Ltd|Inc|Corp|Times|Post|News|Echo|Herald|Gazette|Tribune|Daily|Press|Radio|Television|TV)|[報社台網局署部會院]$/u;

/** A Chinese personal name, or one in Latin letters, rather than a translation. */
function isOwnName(name: string): boolean {
  return !hasHan(name) || CHINESE_PERSON.test(name);
}

/** The speaker's names in either language, and the last name alone. */
function namesOf(
  { speaker, original }: Attribution,
  glossary: Glossary,
  originals: ReadonlyMap<string, string>,
): string[] {
  // "Ann Lee of Acme" is Ann Lee.
  const alone = speaker.split(/\s(?:of|for|at|from)\s/u)[0] ?? speaker;
  const told = [
    speaker,
    LATIN_PERSON.test(alone) ? alone : undefined,
    original,
    originals.get(speaker),
  ].filter((name) => name !== undefined);
  const all = told.flatMap((name) => glossary.formsOf(name));
  const last = all.filter((name) => /^\p{Lu}\S*\s.*\p{Lu}/u.test(name)).map((name) => lastName(name));
  // 中域地產潘志明 is 潘志明.
  const person = /^\p{Script=Han}{2,}(\p{Script=Han}{3})$/u.exec(speaker)?.[1];
  const within = person !== undefined && CHINESE_PERSON.test(person) ? [person] : [];
  return [...new Set([...all, ...last, ...within])].filter((name) => name.length > 1);
}

function lastName(name: string): string {
  return (
    name
      .replace(/,?\s(?:Jr|Sr|II|III)\.?$/u, '')
      .split(/\s/)
      .at(-1) ?? name
  );
}

function isSpokenBy(names: readonly string[], spot: Spot): boolean {
  const { source, at } = spot;
  const here = source.places[at]?.text ?? '';
  if (names.some((name) => stands(name, here))) return true;
  return voicesAt(spot).some((voice) => names.some((name) => sameSpeaker(name, voice)));
}

const voices = new WeakMap<SourceIndex, readonly (readonly string[])[]>();

function voicesAt({ source, at }: Spot): readonly string[] {
  const known = voices.get(source) ?? voicesOf(source);
  voices.set(source, known);
  return known[at] ?? [];
}

function sameSpeaker(name: string, voice: string): boolean {
  return stands(name, voice) || stands(voice, name);
}

/** Whether the name occurs in the text as separate words. */
function stands(name: string, text: string): boolean {
  const [wanted, there] = [bare(scriptless(name)), bare(scriptless(text))];
  if (wanted === '') return false;
  return hasHan(wanted) ? there.includes(wanted) : ` ${there} `.includes(` ${wanted} `);
}

/** It goes on with what was said before: a quotation, or a pronoun that speaks. */
const CONTINUES =
  /^[“"‘'「『]|^(?:He|She|They|The\s(?:\p{Ll}+\s){1,3})(?:\p{Ll}+\s){0,2}(?:said|added|told|wrote|called|asked)\b|^[他她](?:又|亦|也|並|還)?(?:[說説指稱]|表示|指出|補充|認為|強調)/u;
const CLOSED_QUOTATION = /^[“"「『].*[”"」』]$/u;

/** For each place of the source, who speaks in it: a sentence's own speakers, else those of the one that it continues. */
function voicesOf({ source, places }: SourceIndex): readonly (readonly string[])[] {
  const own = places.map(({ text }) =>
    attributionsIn(text).map(({ speaker, original }) => original ?? speaker),
  );
  const sameParagraph = (a: number, b: number) => {
    const [first, second] = [places[a], places[b]];
    if (!first || !second || first.title !== second.title) return false;
    return !source.text.slice(first.start, second.start).includes('\n');
  };
  const voices: (readonly string[])[] = [];
  own.forEach((speakers, at) => {
    const text = places[at]?.text ?? '';
    const next = own[at + 1] ?? [];
    const before = voices[at - 1] ?? [];
    if (speakers.length > 0) voices.push(speakers);
    else if (CLOSED_QUOTATION.test(text) && next.length > 0 && sameParagraph(at, at + 1)) voices.push(next);
    else voices.push(CONTINUES.test(text) || sameParagraph(at - 1, at) ? before : []);
  });
  return voices;
}
