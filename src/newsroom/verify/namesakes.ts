/** Names that nearly match one in a source: Deborah Fong when it has Deborah Fok, and nobody else of that name. */
import { hasHan } from '../../text/chinese/has-han.ts';
import { latinNamesIn } from '../../text/names.ts';
import { ADDRESS_AND_OFFICE } from './look-up-name.ts';
import { isSlipOf } from '../../text/slip.ts';
import { oneSpelling } from '../../text/spelling.ts';
import type { SourceIndex } from './source-index.ts';

const known = new WeakMap<SourceIndex, readonly (readonly string[])[]>();

/** Whether a source has a name that differs in one word with the same initial, and never has that word as a name. */
export function isAlmostNamed(name: string, sources: readonly SourceIndex[]): boolean {
  const words = wordsOf(name);
  if (words.length < 2 || !/^\p{Lu}/u.test(name)) return false;
  return sources.some((source) =>
    namesIn(source).some((other) => {
      const at = onlyDifference(words, other);
      if (at === undefined) return false;
      const own = words[at] ?? '';
      return !sources.some((one) => namesIn(one).some((there) => there.includes(own)));
    }),
  );
}

/** Words that are used everywhere and name nobody. */
const COMMON =
  /^(?:C[A-Z]O|[A-Z]?GDP|GNP|[CP]PI|PMI|IPO|ETF|IPA|MPF|USA?|UAE|PhD|[A-Z]*TV|MBA|HIV|DNA|RNA)$/u;

/** RH6, A350; KazFlow, CubicSafe. */
const CODE = /^\p{Lu}[\p{L}-]*\d+\p{L}?$/u;
const INNER_CAPITAL = /^\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+$/u;
const LATIN_WORD = /(?<![\p{Script=Latin}\d])\p{Lu}[\p{Script=Latin}\d-]{2,}/gu;
const SAME_BEGINNING = 3;

/**
 * Whether no source has these initials, this code or this brand, and one has a similar one: DNC for DNB, RH8 for RH6,
 * KazFleet for KazFlow.
 */
export function isAlmostBrand(name: string, sources: readonly SourceIndex[]): boolean {
  const kind = [/^\p{Lu}{3,5}$/u, CODE, INNER_CAPITAL].find((pattern) => pattern.test(name));
  if (kind === undefined || COMMON.test(name)) return false;
  const known = sources.flatMap(({ source }) => `${source.title}\n${source.text}`.match(LATIN_WORD) ?? []);
  if (known.includes(name)) return false;
  const letters = (other: string) => [...other].filter((letter, at) => letter !== name[at]).length;
  return known.some(
    (other) =>
      kind.test(other) &&
      !COMMON.test(other) &&
      (kind === INNER_CAPITAL
        ? other.slice(0, SAME_BEGINNING) === name.slice(0, SAME_BEGINNING)
        : other.length === name.length && letters(other) === 1),
  );
}

const LEAST_BRAND = 6;
const LEAST_TIMES = 2;
const INSIDE = /(?<=[\p{Ll},] |\p{Script=Han})\p{Lu}\p{Ll}{4,}(?!\p{Ll})/gu;

/** One-word names that differ by a slip from one that the sources repeat: Novartis for Novaris. */
export function almostWords(sentence: string, sources: readonly SourceIndex[]): string[] {
  const told = (
    sentence.match(/(?<![\p{Script=Latin}\d-])\p{Lu}\p{Ll}+(?![\p{Script=Latin}-])/gu) ?? []
  ).filter(
    (name) =>
      name.length >= LEAST_BRAND &&
      !sources.some((source) => source.placeOfWord(name.toLowerCase()) !== undefined),
  );
  if (told.length === 0) return [];
  const isChinese = hasHan(sentence);
  const text = sources.map(({ source }) => `${source.title}\n${source.text}`).join('\n');
  const known = [...new Set(text.match(INSIDE) ?? [])].filter(
    (name) => text.split(name).length > (isChinese ? 1 : LEAST_TIMES),
  );
  return told.filter((name) =>
    known.some(
      (other) => isSlipOf(other, name) && other.slice(0, SAME_BEGINNING) === name.slice(0, SAME_BEGINNING),
    ),
  );
}

/** A given name that is short for another. */
const LONGEST_SHORT = 5;

/** The only word in which two names differ, if by a slip or an invention. */
function onlyDifference(words: readonly string[], other: readonly string[]): number | undefined {
  if (other.length < words.length) return undefined;
  const apart = words.flatMap((word, at) => (word === other[at] ? [] : [at]));
  const [at] = apart;
  const [own, there] = [words[at ?? 0] ?? '', other[at ?? 0] ?? ''];
  if (at === undefined || apart.length !== 1) return undefined;
  // Little Dome C is not Little Dome D.
  if (own.length === 1 && there.length === 1 && at > 0 && at === words.length - 1) return at;
  if (own[0] !== there[0] && own.slice(1) !== there.slice(1)) return undefined;
  if (own.length < 3 || there.length < 3) return undefined;
  // Ben may be Benjamin, and Anne Ann; but Delphi is not Delphia.
  const [shorter, longer] = own.length < there.length ? [own, there] : [there, own];
  const isGiven = at === 0 && (shorter.length <= LONGEST_SHORT || longer.length - shorter.length > 2);
  if (longer.startsWith(shorter) && (isGiven || longer.length - shorter.length > 2)) return undefined;
  // A president is not a name.
  return [...words, there].some((word) => ADDRESS_AND_OFFICE.has(word)) ? undefined : at;
}

function namesIn(source: SourceIndex): readonly (readonly string[])[] {
  const names =
    known.get(source) ??
    source.places.flatMap(({ text }) => [...latinNamesIn(text)].map(({ name }) => wordsOf(name)));
  known.set(source, names);
  return names;
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s$/u, '')
    .toLowerCase()
    .split(/\s+/u)
    .map(oneSpelling)
    .filter(
      (word) => !/^(?:dr|mr|mrs|ms|sir|dame|lord|lady|qc|judge|mayor|president|minister)\.?$/u.test(word),
    );
}

/** Whether sources have a person's surname without any given name, which the writer may know. */
export function isSurnameAlone(name: string, sources: readonly SourceIndex[]): boolean {
  const [given, surname, ...more] = name.split(' ');
  if (given === undefined || surname === undefined || surname.length < 3 || more.length > 0) return false;
  const named = new RegExp(`\\p{Lu}[\\p{L}'’.-]*\\s${surname.replaceAll('.', '\\.')}(?!\\p{L})`, 'u');
  const having = sources.filter((source) => source.placeOfWord(surname.toLowerCase()) !== undefined);
  return having.length > 0 && !having.some(({ source }) => named.test(`${source.title}\n${source.text}`));
}
