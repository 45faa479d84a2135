/** Names that are almost those of a source: Deborah Fong where it has Deborah Fok, and nobody else of that name. */
import { latinNamesIn } from '../../text/names.ts';
import { ADDRESS_AND_OFFICE } from './look-up-name.ts';
import { oneSpelling } from '../../text/spelling.ts';
import type { SourceIndex } from './source-index.ts';

const known = new WeakMap<SourceIndex, readonly (readonly string[])[]>();

/** Whether a source has a name that differs from this one in a word with the same initial, and nowhere has that word as a name. */
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

/** The one word in which two names differ, as a slip or an invention would make them. */
function onlyDifference(words: readonly string[], other: readonly string[]): number | undefined {
  if (other.length < words.length) return undefined;
  const apart = words.flatMap((word, at) => (word === other[at] ? [] : [at]));
  const [at] = apart;
  const [own, there] = [words[at ?? 0] ?? '', other[at ?? 0] ?? ''];
  if (at === undefined || apart.length !== 1 || own[0] !== there[0]) return undefined;
  // Ben is Benjamin, perhaps; and a president is no name.
  if (own.startsWith(there) || there.startsWith(own) || own.length < 3 || there.length < 3) return undefined;
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
