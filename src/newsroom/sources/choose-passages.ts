/** Chooses the passages of a long text that writers see: its opening, and those that say most about the story. */
import { sentences } from '../../text/sentences.ts';
import { tokens } from '../../text/tokens.ts';
import type { Span } from '../model/source-pack.ts';
import type { StoryTerms } from './on-topic.ts';

/** In characters, per source. */
const MOST = 4_500;
const OPENING = 1_200;
/** Longer paragraphs are weighed sentence by sentence. */
const LONG_PARAGRAPH = 1_200;
/** The weight of the story's names and numbers against its other words. */
const ANCHOR = 3;

/** In reading order; undefined when the whole text fits. */
export function choosePassages(text: string, terms: StoryTerms): Span[] | undefined {
  if (text.length <= MOST) return undefined;
  const passages = passagesOf(text);
  const chosen = new Set<number>();
  let length = 0;
  const take = (at: number): void => {
    const size = sizeOf(passages[at]);
    if (chosen.has(at) || length + size > MOST) return;
    chosen.add(at);
    length += size;
  };
  for (const [at, { start, end }] of passages.entries()) if (end <= OPENING || start === 0) take(at);
  const worth = passages.map(({ start, end }) => worthOf(text.slice(start, end), terms));
  const best = [...passages.keys()].sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b);
  for (const at of best) take(at);
  // Text without sentence ends is cut at the limit.
  if (chosen.size === 0) return [{ start: 0, end: MOST }];
  return joined(
    [...chosen].sort((a, b) => a - b).flatMap((at) => passages[at] ?? []),
    text,
  );
}

function passagesOf(text: string): Span[] {
  const passages: Span[] = [];
  for (const { 0: paragraph, index } of text.matchAll(/[^\n]+/g)) {
    const parts = paragraph.length <= LONG_PARAGRAPH ? [] : sentences(paragraph);
    if (parts.length === 0) passages.push({ start: index, end: index + paragraph.length });
    else for (const { start, end } of parts) passages.push({ start: index + start, end: index + end });
  }
  return passages;
}

/** How much of the story a passage covers for its length; long passages are only partly penalised. */
function worthOf(passage: string, { anchors, focus }: StoryTerms): number {
  const told = new Set(tokens(passage));
  const hits = [...told].reduce(
    (sum, token) => sum + (anchors.has(token) ? ANCHOR : focus.has(token) ? 1 : 0),
    0,
  );
  return hits / Math.sqrt(Math.max(80, passage.length));
}

/** Join adjacent sentences of a paragraph. */
function joined(spans: readonly Span[], text: string): Span[] {
  const passages: Span[] = [];
  for (const span of spans) {
    const last = passages.at(-1);
    const between = last && text.slice(last.end, span.start);
    if (last && between !== undefined && /^[^\S\n]*$/.test(between))
      passages[passages.length - 1] = { start: last.start, end: span.end };
    else passages.push(span);
  }
  return passages;
}

function sizeOf(span: Span | undefined): number {
  return span === undefined ? 0 : span.end - span.start;
}
