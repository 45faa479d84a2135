/**
 * Finds the sentences in source packs that best answer a question, verbatim. Ranked by BM25 over words (stemmed
 * English, Chinese bigrams). Each sentence gets a share of its neighbours' words, so that "It fell by 14.2%" is found
 * by the name in the sentence before. Names are also searched under their other forms.
 */
import { bundledGlossary } from '../../text/glossary/glossary.ts';
import { sentences } from '../../text/sentences.ts';
import { tokens } from '../../text/tokens.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';

export interface Passage {
  /** The source's number in its pack. */
  readonly n: number;
  readonly outlet: string;
  readonly url: string;
  readonly title: string;
  /** A sentence of the source's text, verbatim. */
  readonly quote: string;
  /** The neighbouring sentences, if any. */
  readonly before?: string;
  readonly after?: string;
  readonly score: number;
  /** The quote's offset in the source's text (UTF-16). */
  readonly offset: number;
}

interface Unit {
  readonly passage: Omit<Passage, 'score'>;
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
}

const K1 = 1.2;
const B = 0.6;
const NEIGHBOUR = 0.35;
/** The weight that a source's title adds to its sentences. */
const TITLE = 0.2;
/** Sentences; the first may be a dateline or a caption. */
const OPENING = 3;

/** What people ask in one word and sources tell in another: of the same language, as what is quoted has to be. */
const SAID_OTHERWISE: readonly { readonly asked: RegExp; readonly words: string }[] = [
  {
    asked: /\b(?:die[ds]?|dead|kill(?:s|ed)?|deaths?|death toll|fatalit\w+)\b/iu,
    words: 'died dead killed kills deaths fatalities casualties',
  },
  { asked: /\b(?:injur\w+|hurt|wounded)\b/iu, words: 'injured injuring injuries hurt wounded casualties' },
  {
    asked: /\b(?:casualt\w+|victims?)\b/iu,
    words: 'died dead killed kills deaths fatalities injured injuring injuries hurt wounded',
  },
  { asked: /傷亡|死傷/u, words: '死亡 死者 喪生 遇難 罹難 身亡 受傷 傷者 送院' },
  { asked: /死|喪生|遇難|罹難/u, words: '死亡 死者 喪生 遇難 罹難 傷亡' },
  { asked: /受傷|傷者|人傷/u, words: '受傷 傷者 送院 傷亡' },
];

/** Other names of a happening, searched for where the asked one occurs nowhere: they are in too many sentences to add. */
const ALSO_CALLED: readonly (readonly [asked: RegExp, words: string])[] = [
  [/\bquakes?\b/iu, 'earthquake'],
  [/\bearthquakes?\b/iu, 'quake'],
  [/\bblazes?\b/iu, 'fire'],
  [/\bfires?\b/iu, 'blaze'],
];

/**
 * Best first, at most `limit`, each quote once. When no word of the question occurs: empty, or with `openings` how each
 * source begins.
 */
export function lookUp(
  packs: readonly SourcePack[],
  question: string,
  limit: number,
  otherwise?: 'openings',
): Passage[] {
  const sources = packs.flatMap((pack) => pack.sources.filter((it) => it.usable)).map(unitsOf);
  const units = sources.flat();
  const named = search(units, question);
  const others = ALSO_CALLED.filter(([asked]) => asked.test(question)).map(([, words]) => words);
  const found = named.length > 0 ? named : search(units, others.join(' '));
  const begins = sources
    .flatMap((units) => units.slice(0, OPENING))
    .map(({ passage }) => ({ ...passage, score: 0 }));
  const passages = found.length > 0 || otherwise === undefined ? found : begins;
  const seen = new Set<string>();
  return passages.filter(({ quote }) => !seen.has(quote) && seen.add(quote)).slice(0, limit);
}

/** Best first; none where no word of the question occurs. */
function search(units: readonly Unit[], question: string): Passage[] {
  const glossary = bundledGlossary();
  const alsoCalled = glossary.mentionsIn(question).flatMap(({ known }) => known.forms);
  const inOtherWords = SAID_OTHERWISE.filter(({ asked }) => asked.test(question)).map(({ words }) => words);
  const asked = [...new Set([question, ...alsoCalled, ...inOtherWords].flatMap((text) => tokens(text)))];
  const mean = units.reduce((sum, unit) => sum + unit.length, 0) / (units.length || 1);
  const rarity = new Map(
    asked.map((token) => {
      const having = units.filter((unit) => (unit.weights.get(token) ?? 0) >= 1).length;
      return [token, Math.log(1 + (units.length - having + 0.5) / (having + 0.5))];
    }),
  );
  const score = (unit: Unit) =>
    asked.reduce((sum, token) => {
      const weight = unit.weights.get(token) ?? 0;
      const norm = weight + K1 * (1 - B + (B * unit.length) / (mean || 1));
      return sum + (weight === 0 ? 0 : ((rarity.get(token) ?? 0) * weight * (K1 + 1)) / norm);
    }, 0);

  return units
    .map((unit) => ({ unit, score: score(unit) }))
    .filter((it) => it.score > 0 && asked.some((token) => (it.unit.weights.get(token) ?? 0) >= 1))
    .map((it) => ({ ...it.unit.passage, score: it.score }))
    .sort((a, b) => b.score - a.score || a.n - b.n || a.offset - b.offset);
}

function unitsOf({ n, outlet, url, title: headline, text }: Source): Unit[] {
  const all = sentences(text);
  const own = all.map((sentence) => tokens(sentence.text));
  const title = new Set(tokens(headline));
  return all.map((sentence, at) => {
    const weights = new Map<string, number>();
    for (const token of title) weights.set(token, TITLE);
    for (const token of [...(own[at - 1] ?? []), ...(own[at + 1] ?? [])])
      weights.set(token, Math.max(NEIGHBOUR, weights.get(token) ?? 0));
    const counts = new Map<string, number>();
    for (const token of own[at] ?? []) counts.set(token, (counts.get(token) ?? 0) + 1);
    for (const [token, count] of counts) weights.set(token, count);
    const [before, after] = [all[at - 1]?.text, all[at + 1]?.text];
    return {
      passage: {
        ...{ n, outlet, url, title: headline, quote: sentence.text, offset: sentence.start },
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      },
      weights,
      length: own[at]?.length ?? 0,
    };
  });
}
