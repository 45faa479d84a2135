/**
 * Order the chosen sentences as a news story: lede, facts with numbers, quotations, background; related sentences
 * next to each other. Sentences of one source keep their order.
 */
import { jaccard } from '../../text/similarity.ts';
import type { Choice, Unit } from './choose-story.ts';
import { introduction, pointsBack } from './story-needs.ts';
import type { StorySentence } from './story-sentence.ts';

const BACKGROUND =
  /\b(?:ago|previously|in recent years|last (?:year|month|summer|winter|autumn|spring)|was (?:founded|built|elected|appointed|launched|introduced)|has been (?:in|a|the)|since (?:19|20)\d\d|in (?:19|20)\d\d|dates? (?:from|back)|first time|is (?:expected|due|scheduled)|will (?:meet|report|decide|resume))\b|年前|去年|過去|自從|曾經|成立於|預計|將於|明年/u;
const LEAST_PARAGRAPHS = 3;
const MOST_PARAGRAPHS = 5;

/** Paragraphs of sentences; the lede opens the first. */
export function arrangeStory(choice: Choice): StorySentence[][] {
  const [lede, ...rest] = choice.units;
  if (lede === undefined) return [];
  const ordered: Unit[] = [lede];
  const queues = new Map<number, Unit[]>();
  for (const unit of [...rest].sort((a, b) => (a[0]?.place ?? 0) - (b[0]?.place ?? 0))) {
    const n = unit[0]?.source.n ?? 0;
    queues.set(n, [...(queues.get(n) ?? []), unit]);
  }
  for (;;) {
    const waiting = [...queues.values()].flatMap((queue) => (queue[0] === undefined ? [] : [queue[0]]));
    const next = waiting
      .map((unit) => ({ unit, rank: rank(unit, ordered, choice) }))
      .sort((a, b) => a.rank - b.rank)[0];
    if (next === undefined) break;
    ordered.push(next.unit);
    queues.get(next.unit[0]?.source.n ?? 0)?.shift();
  }
  return paragraphs(ordered);
}

/** Lower comes first. */
function rank(unit: Unit, ordered: readonly Unit[], choice: Choice): number {
  const first = unit[0];
  if (first === undefined) return 0;
  const last = ordered.at(-1)?.at(-1);
  const alike = last === undefined ? 0 : jaccard(first.tokens, last.tokens);
  const told = ordered
    .flat()
    .map(({ text }) => text)
    .join('\n');
  const leans =
    pointsBack(first, ordered.flat()) ||
    introduction(first, choice.sources.get(first.source.n) ?? [], told) !== undefined;
  const unknown = leans ? 10 : 0;
  return group(first) + unknown - 2 * alike - 0.6 * choice.worth(first) + first.place * 0.04;
}

function group(sentence: StorySentence): number {
  if (BACKGROUND.test(sentence.text)) return 1.2;
  if (sentence.quotations.length > 0) return 0.8;
  return sentence.numbers.length > 0 ? 0.2 : 0.4;
}

/** Three to five paragraphs with about the same number of sentences; a unit is never divided. */
function paragraphs(ordered: readonly Unit[]): StorySentence[][] {
  const count = ordered.flat().length;
  const wanted = Math.min(MOST_PARAGRAPHS, Math.max(LEAST_PARAGRAPHS, Math.ceil(count / 2.5)));
  const size = count / wanted;
  const found: StorySentence[][] = [];
  let before = 0;
  for (const unit of ordered) {
    const current = found.at(-1);
    // A new paragraph starts at each border of an even division.
    if (current === undefined || (found.length < wanted && before >= Math.round(size * found.length)))
      found.push([...unit]);
    else current.push(...unit);
    before += unit.length;
  }
  return found;
}
