/** Whether sources contain a name: all of its words, its acronym, or another usual name. */
import { bare } from '../../text/bare.ts';
import { scriptless } from '../../text/chinese/scripts.ts';
import { stem } from '../../text/stem.ts';
import { isStopWord } from '../../text/stop-words.ts';
import type { Passage } from '../model/claim.ts';
import type { KnownNames, KnownPlace } from './known-names.ts';
import type { NameClaim } from './name-claims.ts';
import { initialsOf } from './source-index.ts';
import type { SourceIndex } from './source-index.ts';

/** Forms of address and offices, which a text may omit or write in lower case. */
export const ADDRESS_AND_OFFICE: ReadonlySet<string> = new Set(
  'mr mrs ms dr sir dame lord lady professor prof captain president prime minister secretary chancellor mayor governor senator congressman mp king queen prince princess pope judge justice chief executive director chairman chairwoman chair leader general colonel sergeant inspector superintendent former late new north south east west northern southern eastern western central greater st saint street road city county state government party company group plc ltd inc limited corporation'.split(
    ' ',
  ),
);
/** Joins several names in a row: "SunExpress of Turkey", "Lee and Ray". */
const JOINTS = /\s(?:of(?:\sthe)?|for|and|de)\s/u;

/** Undefined when no source has it; without `passage` it is only the outlet's or the author's name. */
export function lookUpName(
  { text, opens }: Pick<NameClaim, 'text' | 'opens'>,
  sources: readonly SourceIndex[],
  names: KnownNames,
): KnownPlace | undefined {
  const wanted = bare(scriptless(text));
  const capitals = text === text.toUpperCase();
  for (const source of sources) {
    const passage = source.find(wanted, (found) => isTheName(source, found, { capitals }));
    if (passage) return { passage, n: source.source.n };
  }
  // Another name of the same is accepted only if no source has it as written.
  const known = names.find(text, sources);
  if (known) return known;
  // First each source by itself, then all together: "Ann Lee and Bob Ray" may come from two.
  for (const group of [...sources.map((source) => [source]), sources]) {
    const found = allWords(wanted, { opens, initials: initialsOf(text), capitals }, group, names);
    if (found) return found;
  }
  const parts = text.split(JOINTS).filter((part) => part !== '');
  if (parts.length < 2) return undefined;
  const places = parts.map((part, at) =>
    lookUpName({ text: part, opens: opens && at === 0 }, sources, names),
  );
  return places.every((place) => place !== undefined) ? places.at(-1) : undefined;
}

function allWords(
  wanted: string,
  { opens, initials, capitals }: { opens: boolean; initials: string; capitals: boolean },
  sources: readonly SourceIndex[],
  names: KnownNames,
): KnownPlace | undefined {
  const words = wanted.split(' ');
  const heavy = words.filter(
    (word, at) =>
      word.length > 1 &&
      !isStopWord(word) &&
      !ADDRESS_AND_OFFICE.has(word) &&
      !(opens && at === 0 && words.length > 1),
  );
  const places = heavy.map((word) => placeOf(word, sources) ?? names.find(capitalised(word), sources));
  if (places.every((place) => place !== undefined)) return places.at(-1) ?? nowhere(sources);
  const outlet = sources.find((source) => source.isAt(words.join('')));
  if (outlet) return { n: outlet.source.n };
  // NHS for the National Health Service, and the reverse.
  if (words.length > 1) return initials.length > 1 && !opens ? acronymOf(initials, sources) : undefined;
  const speltOut = capitals ? sources.find((source) => source.writesOut(wanted)) : undefined;
  return speltOut && { n: speltOut.source.n };
}

/** The acronym in the source, in capitals; two letters would be ambiguous. */
function acronymOf(initials: string, sources: readonly SourceIndex[]) {
  const capitals = initials.toUpperCase();
  if (capitals.length < 3) return undefined;
  for (const source of sources) {
    const passage = source.find(initials);
    if (passage?.quote === capitals) return { passage, n: source.source.n };
  }
  return undefined;
}

/** A name of common words alone is not a claim. */
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

/** "Ann Lee" does not occur in "Joann Leeds", nor HK in "HK$5 billion", nor the US in "told us". */
function isTheName(
  { source }: SourceIndex,
  { title, offset, length, quote }: Passage,
  { capitals }: { readonly capitals: boolean },
): boolean {
  const whole = title ? source.title : source.text;
  const after = whole.charAt(offset + length);
  if (/[\p{Script=Latin}\p{N}]/u.test(`${whole.charAt(offset - 1)}${after}`)) return false;
  if (!capitals || !/^[A-Z]/.test(quote.toUpperCase())) return true;
  return after !== '$' && (length > LONGEST_INITIALS || quote === quote.toUpperCase());
}

const LONGEST_INITIALS = 4;

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
