/**
 * Choose the sentences of a story: greedily by salience, newness, numbers, quotations and balance between sources,
 * up to a length, each with the sentences that it depends on.
 */
import { proseLength } from '../../text/cjk.ts';
import { salience } from '../../text/salience.ts';
import { containment, jaccard } from '../../text/similarity.ts';
import { tokens } from '../../text/tokens.ts';
import { sourceConflicts } from '../../text/source-conflicts.ts';
import type { Conflict } from '../../text/source-conflicts.ts';
import type { SourceText, StoryMaterial } from './story-material.ts';
import { introduction, needsContext, pointsBack } from './story-needs.ts';
import { repeats } from './story-newness.ts';
import { storySentences } from './story-sentence.ts';
import type { StorySentence } from './story-sentence.ts';

/** Neighbours of one source that stay together; the first unit starts with the lede. */
export type Unit = readonly StorySentence[];

export interface Choice {
  readonly units: readonly Unit[];
  /** Both sentences of each are in the units. */
  readonly conflicts: readonly Conflict<StorySentence>[];
  readonly sources: ReadonlyMap<number, readonly StorySentence[]>;
  /** Of all units, in the edition's unit. */
  readonly length: number;
  /** 0 to 1. */
  worth(sentence: StorySentence): number;
}

/** The target length, as a share of the range of allowed lengths, when there is enough material. */
const FULLNESS = { words: 0.33, cjk: 0.22 };
const LONGEST_CHAIN = 3;
const MOST_CONFLICTS = 2;
/** The lede is one of this many first usable sentences of its source. */
const LEDE_AMONG = 5;

/** Undefined when no source has a sentence to open with. */
export function chooseStory(material: StoryMaterial, quoted: readonly SourceText[]): Choice | undefined {
  const before = earlierSentences(material);
  const sources = new Map(
    quoted.map((source) => [
      source.n,
      storySentences(source).map((sentence) => notQuotableAgain(sentence, before)),
    ]),
  );
  const all = [...sources.values()].flat();
  const worth = worths(all, material);
  const lede = ledeOf(sources, material, worth);
  if (lede === undefined) return undefined;

  const { min, max, unit } = material.lengths;
  const measure = (text: string) => proseLength(text, unit);
  const target = min + (max - min) * FULLNESS[unit];
  const units: StorySentence[][] = [[lede]];
  const told = () => units.flat();
  const lengthOf = (list: readonly StorySentence[]) =>
    list.reduce((sum, sentence) => sum + measure(sentence.text), 0);

  /** Add `sentence` with what it depends on; false when that is missing, it repeats, or it doesn't fit. */
  const take = (sentence: StorySentence, forced: boolean): boolean => {
    if (told().includes(sentence)) return true;
    const chain = chainOf(sentence, sources, told(), lede);
    if (chain === undefined) return false;
    const fresh = chain.filter((link) => (forced && link === sentence ? false : repeats(link, told())));
    // 0.95, because citations and the lines on differing numbers come on top.
    if (fresh.length > 0 || lengthOf([...told(), ...chain]) > max * 0.95) return false;
    const first = chain[0];
    const before = units.find(
      (unit) => follows(first, unit.at(-1)) && first !== undefined && pointsBack(first, told()),
    );
    if (before === undefined) units.push(chain);
    else before.push(...chain);
    return true;
  };

  const conflicts: Conflict<StorySentence>[] = [];
  for (const conflict of sourceConflicts(all)) {
    if (conflicts.length === MOST_CONFLICTS) break;
    if (take(conflict.a.sentence, true) && take(conflict.b.sentence, true)) conflicts.push(conflict);
  }

  const open = new Set(all.filter((sentence) => sentence.quotable));
  while (open.size > 0 && lengthOf(told()) < target) {
    const best = [...open]
      .map((sentence) => ({ sentence, value: value(sentence, told(), worth) }))
      .sort((a, b) => b.value - a.value)[0];
    if (best === undefined) break;
    open.delete(best.sentence);
    take(best.sentence, false);
  }
  return {
    units,
    conflicts,
    sources,
    length: lengthOf(told()),
    worth: (sentence) => worth.get(sentence) ?? 0,
  };
}

/** Sentences of earlier stories, in the form of a source's sentences. */
function earlierSentences({ told = '' }: StoryMaterial): StorySentence[] {
  const plain = told.replaceAll(/\s?\[\d{1,2}\]/g, '');
  return storySentences({ ...TOLD, text: plain });
}

/** A sentence that shares this part of its words with an earlier story repeats it, unless its figure differs. */
const MOSTLY = 0.6;
const TOLD = { n: 0, url: '', domain: '', outlet: '', title: '', language: '', usable: true } as const;

/** A sentence that repeats an earlier story isn't quotable. */
function notQuotableAgain(sentence: StorySentence, told: readonly StorySentence[]): StorySentence {
  const brings = (other: StorySentence) =>
    sentence.numbers.some(({ value }) => !other.numbers.some((number) => number.value === value));
  const shared = (other: StorySentence) =>
    [...sentence.tokens].filter((token) => other.tokens.has(token)).length /
    Math.max(1, sentence.tokens.size);
  const isTold = told.some((other) => shared(other) >= MOSTLY && !brings(other));
  return isTold ? { ...sentence, quotable: false } : sentence;
}

function worths(all: readonly StorySentence[], { story }: StoryMaterial): Map<StorySentence, number> {
  const scored = salience(all.map(({ text, source, place }) => ({ text, document: source.n, place })));
  const title = new Set(tokens(story.title));
  const anchor = new Set(tokens(story.concrete_anchor ?? ''));
  return new Map(
    all.map((sentence, at) => {
      const onTitle = containment(title, sentence.tokens);
      const anchored = anchor.size > 0 && [...anchor].every((token) => sentence.tokens.has(token));
      return [sentence, 0.5 * (scored[at]?.score ?? 0) + 0.25 * onTitle + (anchored ? 0.25 : 0)];
    }),
  );
}

function value(
  sentence: StorySentence,
  told: readonly StorySentence[],
  worth: ReadonlyMap<StorySentence, number>,
): number {
  const speech = told.filter((other) => other.quotations.length > 0).length;
  const perSource = told.filter((other) => other.source.n === sentence.source.n).length;
  const nearest = Math.max(0, ...told.map((other) => jaccard(sentence.tokens, other.tokens)));
  const says = sentence.quotations.length === 0 ? 0 : speech < 2 ? 0.18 : -0.1;
  return (
    (worth.get(sentence) ?? 0) +
    (sentence.numbers.length > 0 ? 0.1 : 0) +
    says -
    0.05 * perSource -
    0.5 * nearest
  );
}

/** The best opening of the primary source, else of the first source that has one. */
function ledeOf(
  sources: ReadonlyMap<number, readonly StorySentence[]>,
  { story }: StoryMaterial,
  worth: ReadonlyMap<StorySentence, number>,
): StorySentence | undefined {
  const primaryFirst = [...sources.values()].sort(
    (a, b) => Number(b[0]?.source.url === story.primary_url) - Number(a[0]?.source.url === story.primary_url),
  );
  for (const list of primaryFirst) {
    const openings = list
      .filter(
        (sentence) =>
          sentence.quotable &&
          !pointsBack(sentence, []) &&
          !needsContext(sentence) &&
          introduction(sentence, list, '') === undefined,
      )
      .slice(0, LEDE_AMONG);
    const best = openings
      .map((sentence, at) => ({
        sentence,
        value: (worth.get(sentence) ?? 0) - 0.12 * at - (sentence.quotations.length > 0 ? 0.1 : 0),
      }))
      .sort((a, b) => b.value - a.value)[0];
    if (best !== undefined) return best.sentence;
  }
  return undefined;
}

/** The sentence and the ones before it that it depends on, oldest first; undefined when one can't be quoted. */
function chainOf(
  sentence: StorySentence,
  sources: ReadonlyMap<number, readonly StorySentence[]>,
  told: readonly StorySentence[],
  lede: StorySentence,
): StorySentence[] | undefined {
  const list = sources.get(sentence.source.n) ?? [];
  const chain: StorySentence[] = [];
  const text = told.map((other) => other.text).join('\n');
  for (let link: StorySentence | undefined = sentence; ;) {
    // A source's sentences keep their order, so what precedes the lede there can't follow it here.
    if (
      !link?.quotable ||
      chain.length === LONGEST_CHAIN ||
      (link.source === lede.source && link.place < lede.place)
    )
      return undefined;
    chain.unshift(link);
    const first: StorySentence = link;
    const before: StorySentence | undefined = list[first.place - 1];
    if (pointsBack(first, told)) {
      if (before !== undefined && told.includes(before)) break;
      link = before;
      continue;
    }
    const introduced = introduction(first, list, text);
    if (introduced === undefined) break;
    if (introduced !== first.place - 1) return undefined;
    link = before;
  }
  return chain;
}

function follows(sentence: StorySentence | undefined, before: StorySentence | undefined): boolean {
  return (
    sentence !== undefined &&
    before !== undefined &&
    sentence.source === before.source &&
    sentence.place === before.place + 1
  );
}
