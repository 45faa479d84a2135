/**
 * Whether a page is about the story: it has two of the story's anchors, or one anchor and two focus terms, or four
 * focus terms. Anchors are names and numbers; focus terms are the other words.
 */
import { hasHan } from '../../text/chinese/has-han.ts';
import { wantedFor } from '../../text/figures/compare.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { bundledGlossary } from '../../text/glossary/glossary.ts';
import type { KnownName } from '../../text/glossary/glossary.ts';
import { namesIn } from '../../text/names.ts';
import { tokens } from '../../text/tokens.ts';
import { languageOf } from '../model/language.ts';

export interface StoryTerms {
  readonly anchors: ReadonlySet<string>;
  readonly focus: ReadonlySet<string>;
  /** Known names among the anchors, matched under any form and in the other language. */
  readonly names: ReadonlySet<KnownName>;
  /** Figures by value: 3.26億元 matches HK$326 million. */
  readonly figures: readonly Figure[];
  readonly isChinese: boolean;
}

/** Smaller counts occur on any page. */
const LEAST_COUNT = 10;

/** The terms of a story's title, description and anchor. */
export function storyTerms(texts: readonly string[]): StoryTerms {
  const anchors = new Set<string>();
  const focus = new Set<string>();
  for (const text of texts) {
    const named = new Set(namesIn(text).flatMap((name) => tokens(name)));
    // Latin letters in Chinese copy spell names.
    const isChinese = hasHan(text);
    for (const token of tokens(text)) {
      const isNumber = /^\d/.test(token) && token.length >= 2 && !/^(?:19|20)\d\d$/.test(token);
      if (isNumber || named.has(token) || (isChinese && /^\p{Script=Latin}/u.test(token))) anchors.add(token);
      else focus.add(token);
    }
  }
  for (const anchor of anchors) focus.delete(anchor);
  const names = new Set(
    texts.flatMap((text) => bundledGlossary().mentionsIn(text)).map(({ known }) => known),
  );
  const figures = texts.flatMap(figuresIn).filter(isTelling);
  return { anchors, focus, names, figures, isChinese: texts.some(hasHan) };
}

/**
 * Pages in the other language are compared by what both languages share: Latin names, known names, and figures by
 * value. If the story has too little of that, clustering is trusted; a page that nobody vouched for must match by
 * itself.
 */
export function isOnTopic(terms: StoryTerms, page: string, vouchedFor = true): boolean {
  const isChinese = languageOf(page) === 'zh';
  const comparable = (term: string) => hasHan(term) === isChinese || /^\d/.test(term);
  const anchors = [...terms.anchors].filter(comparable);
  const focus = [...terms.focus].filter(comparable);
  if (vouchedFor && anchors.length < 2 && focus.length < 4) return true;
  const told = new Set(tokens(page));
  const hits = (wanted: readonly string[]) => wanted.filter((term) => told.has(term)).length;
  const anchorHits = isChinese === terms.isChinese ? hits(anchors) : hitsAcross(terms, anchors, page);
  const focusHits = hits(focus);
  return anchorHits >= 2 || (anchorHits >= 1 && focusHits >= 2) || focusHits >= 4;
}

/** How many anchors a page in the other language has: shared words, known names, figures by value. */
function hitsAcross({ names, figures }: StoryTerms, anchors: readonly string[], page: string): number {
  const told = new Set(tokens(page));
  const words = anchors.filter((term) => !/^\d/.test(term) && told.has(term)).length;
  const given = figuresIn(page);
  const shared = figures.filter((figure) => isMatched(figure, given));
  return words + knownIn(page, names) + new Set(shared.map(({ value }) => value)).size;
}

function isTelling({ dimension, value, loose }: Figure): boolean {
  return (
    !loose && !/^(?:ordinal|code|ratio)$/.test(dimension) && (dimension !== 'count' || value >= LEAST_COUNT)
  );
}

function isMatched(figure: Figure, given: readonly Figure[]): boolean {
  return wantedFor(figure).some(({ low, high, suits }) =>
    given.some((other) => suits(other) && low <= other.high && other.low <= high),
  );
}

/** How many names the page has in another form than the story. */
function knownIn(page: string, names: ReadonlySet<KnownName>): number {
  if (names.size === 0) return 0;
  const told = new Set(
    bundledGlossary()
      .mentionsIn(page)
      .map(({ known }) => known),
  );
  return [...names].filter((known) => told.has(known)).length;
}
