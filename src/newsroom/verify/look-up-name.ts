/** Whether sources have a name: all of its words, an acronym for them, or another usual name of the same. */
import { bare } from '../../text/bare.ts';
import { scriptless } from '../../text/chinese/scripts.ts';
import { stem } from '../../text/stem.ts';
import { isStopWord } from '../../text/stop-words.ts';
import type { Passage } from '../claim.ts';
import type { NameClaim } from './name-claims.ts';
import { initialsOf } from './source-index.ts';
import type { SourceIndex } from './source-index.ts';

/** Words of address and office: a text may leave them out, or say them in lower case elsewhere. */
const LIGHT = new Set(
  'mr mrs ms dr sir dame lord lady professor prof captain president prime minister secretary chancellor mayor governor senator congressman mp king queen prince princess pope judge justice chief executive director chairman chairwoman chair leader general colonel sergeant inspector superintendent former late new north south east west northern southern eastern western central greater st saint street road city county state government party company group plc ltd inc limited corporation'.split(
    ' ',
  ),
);
/** What one place or body is called; as bare text. */
const SAME: readonly (readonly string[])[] = [
  ['uk', 'u k', 'united kingdom', 'great britain', 'britain', 'british'],
  ['us', 'u s', 'usa', 'u s a', 'united states', 'united states of america', 'america', 'american'],
  ['eu', 'european union'],
  ['un', 'u n', 'united nations'],
  ['hk', 'hong kong'],
  ['uae', 'united arab emirates'],
];

/** Undefined where no source has it; `passage` is missing where it is only the outlet's or the writer's name. */
export function lookUpName(
  { text, opens }: Pick<NameClaim, 'text' | 'opens'>,
  sources: readonly SourceIndex[],
): { readonly passage?: Passage; readonly n: number } | undefined {
  const wanted = bare(scriptless(text));
  const others = SAME.find((forms) => forms.includes(wanted)) ?? [];
  // As it is told, first: only where no source has that, another name of the same bears it out.
  for (const form of new Set([wanted, ...others])) {
    for (const source of sources) {
      const passage = source.find(form, (found) => isTheName(form, source, found));
      if (passage) return { passage, n: source.source.n };
    }
  }
  // One source that has it all, else all of them together: "Ann Lee and Bob Ray" may be of two.
  for (const group of [...sources.map((source) => [source]), sources]) {
    const found = allWords(
      wanted,
      { opens, initials: initialsOf(text), capitals: text === text.toUpperCase() },
      group,
    );
    if (found) return found;
  }
  return undefined;
}

function allWords(
  wanted: string,
  { opens, initials, capitals }: { opens: boolean; initials: string; capitals: boolean },
  sources: readonly SourceIndex[],
): { readonly passage?: Passage; readonly n: number } | undefined {
  const words = wanted.split(' ');
  const heavy = words.filter(
    (word, at) =>
      word.length > 1 && !isStopWord(word) && !LIGHT.has(word) && !(opens && at === 0 && words.length > 1),
  );
  const places = heavy.map((word) => placeOf(word, sources));
  if (places.every((place) => place !== undefined)) return places.at(-1) ?? nowhere(sources);
  // NHS for the National Health Service, and the other way round.
  if (words.length > 1) return initials.length > 1 && !opens ? acronymOf(initials, sources) : undefined;
  const speltOut = capitals ? sources.find((source) => source.writesOut(wanted)) : undefined;
  return speltOut && { n: speltOut.source.n };
}

/** The acronym as the source has it in capitals; of two letters it would be too many people's. */
function acronymOf(initials: string, sources: readonly SourceIndex[]) {
  const capitals = initials.toUpperCase();
  if (capitals.length < 3) return undefined;
  for (const source of sources) {
    const passage = source.find(initials);
    if (passage?.quote === capitals) return { passage, n: source.source.n };
  }
  return undefined;
}

/** A name of light words alone is nobody's claim. */
function nowhere(sources: readonly SourceIndex[]) {
  const n = sources[0]?.source.n;
  return n === undefined ? undefined : { n };
}

function placeOf(word: string, sources: readonly SourceIndex[]) {
  for (const form of new Set([word, stem(word)])) {
    for (const source of sources) {
      const at = source.placeOfWord(form);
      if (at === undefined) continue;
      const place = source.places[at];
      const passage = place && source.passageOf({ at }, 0, place.text.length);
      return { n: source.source.n, ...(passage && { passage }) };
    }
  }
  return undefined;
}

/** "Ann Lee" does not stand in "Joann Leeds", nor Hong Kong in "HK$5 billion", nor the United States in "told us". */
function isTheName(
  form: string,
  { source }: SourceIndex,
  { title, offset, length, quote }: Passage,
): boolean {
  const whole = title ? source.title : source.text;
  const after = whole.charAt(offset + length);
  if (/[\p{Script=Latin}\p{N}]/u.test(`${whole.charAt(offset - 1)}${after}`)) return false;
  if (!SAME.some((forms) => forms.includes(form))) return true;
  return after !== '$' && (!ABBREVIATION.test(form) || quote === quote.toUpperCase());
}

/** Of the names in `SAME`, those that are initials. */
const ABBREVIATION = /^[a-z]{2,3}$|^[a-z](?: [a-z])+$/;
