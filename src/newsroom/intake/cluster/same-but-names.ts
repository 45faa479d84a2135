/**
 * Headlines that are the same but for a name: "House fire in Leeds: 3 hurt" and "House fire in York: 3 hurt" are about
 * two fires, however alike they are.
 *
 * Their words are aligned by the longest common subsequence. They contradict where they share most, and each puts a
 * name of its own where the other's stands, which the other never mentions. A name more ("Keir Starmer", "Starmer") is
 * no other name, and a number is none.
 */
import type { Cluster } from './cluster.ts';
import type { SeenLink } from './seen-link.ts';
import { hasTerm } from './sparse-vector.ts';
import type { Vocabulary } from './vocabulary.ts';
import { ledeOf, NO_NAME, withWording, type WordedLink } from './wording.ts';

/** Titles share so much of the shorter, to be one wording. */
const ALIKE = 0.6;
const LEAST_SHARED = 3;
/** The newest links of an event are compared; one that fits is enough. */
const COMPARED = 12;
const CJK_NAME = { least: 2, most: 4 };

/** Of the event's titles that are worded alike, each names another. */
export function namesAnother(link: SeenLink, cluster: Cluster, vocabulary: Vocabulary): boolean {
  const one = withWording(link, vocabulary);
  let alike = 0;
  for (const each of cluster.links.slice(-COMPARED)) {
    const other = withWording(each, vocabulary);
    const gaps = gapsBetween(one.wording.words, other.wording.words);
    if (gaps === undefined) continue;
    if (!isSameButNames(one, other, gaps, vocabulary)) return false;
    alike += 1;
  }
  return alike > 0;
}

/** Words from `start` to `end`, exclusive, of each title, in whose place the other has other words. */
interface Gap {
  readonly a: Span;
  readonly b: Span;
}
interface Span {
  readonly start: number;
  readonly end: number;
}

function isSameButNames(a: WordedLink, b: WordedLink, gaps: readonly Gap[], vocabulary: Vocabulary): boolean {
  return gaps.some((gap) => {
    if (a.wording.isCjk !== b.wording.isCjk) return false;
    if (a.wording.isCjk && gap.a.end === a.wording.words.length) return false;
    if (isTitleOfName(a, b, gap)) return false;
    const isOnly = gaps.length === 1;
    return putsOwnName(a, gap.a, b, isOnly, vocabulary) && putsOwnName(b, gap.b, a, isOnly, vocabulary);
  });
}

/** "Prime Minister Starmer" and "Keir Starmer": both go on with the name. Ledes, where both are, say who is meant. */
function isTitleOfName(a: WordedLink, b: WordedLink, { a: { end } }: Gap): boolean {
  const goesOn = (a.wording.names[end] ?? NO_NAME) !== NO_NAME;
  return goesOn && !a.wording.isCjk && (ledeOf(a).length === 0 || ledeOf(b).length === 0);
}

function putsOwnName(
  { wording, names: inLede }: WordedLink,
  { start, end }: Span,
  other: WordedLink,
  isOnlyGap: boolean,
  vocabulary: Vocabulary,
): boolean {
  if (wording.isCjk) {
    const length = end - start;
    if (length < CJK_NAME.least || length > CJK_NAME.most) return false;
    return wording.names.subarray(start, end - 1).every((name) => name !== NO_NAME && !hasTerm(other, name));
  }
  // What says more than a name there tells the same in other words.
  if (wording.names.subarray(start, end).includes(NO_NAME)) return false;
  for (let at = start; at < end; at++) {
    const name = wording.names[at]!;
    if (mentions(other, name, wording.words[at]!)) continue;
    if (at > 0 || wording.first === undefined || inLede.includes(name)) return true;
    if (isOnlyGap && !vocabulary.isWritten(wording.first)) return true;
  }
  return false;
}

/** As it is spelled, or as a name of one stem: who tells of Israel mentions what is Israeli, crews are not from Crewe. */
function mentions(link: WordedLink, name: number, spelled: number): boolean {
  const { words, names } = link.wording;
  if (words.includes(spelled) || names.includes(name) || link.names.includes(name)) return true;
  return ledeOf(link).includes(spelled);
}

/** Where two titles that share enough, in order, differ from each other; undefined where they share less. */
function gapsBetween(a: Int32Array, b: Int32Array): Gap[] | undefined {
  const width = b.length + 1;
  const longest = new Uint8Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const shared = longest[0]!;
  if (shared < LEAST_SHARED || shared < ALIKE * Math.min(a.length, b.length)) return undefined;
  const gaps: Gap[] = [];
  let start = { a: 0, b: 0 };
  let [i, j] = [0, 0];
  const close = () => {
    if (i > start.a || j > start.b)
      gaps.push({ a: { start: start.a, end: i }, b: { start: start.b, end: j } });
  };
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      close();
      start = { a: ++i, b: ++j };
    } else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i++;
    else j++;
  }
  [i, j] = [a.length, b.length];
  close();
  return gaps;
}
