/**
 * Find what answers a question among passages, or say that nothing does. Strict: an answer must speak of
 * everything that the question is about, and have the kind of thing that it asks for.
 */
import { namesIn } from '../../text/names.ts';
import { numbersIn } from '../../text/numbers.ts';
import { sentences } from '../../text/sentences.ts';
import type { Passage } from './chat-shapes.ts';
import { concepts } from './concepts.ts';
import { withoutDateline } from './dateline.ts';
import { fits } from './expected-answer.ts';
import type { Fit } from './expected-answer.ts';
import type { Question } from './question.ts';

export interface Evidence {
  readonly passage: Passage;
  /** One sentence, verbatim. */
  readonly sentence: string;
  readonly fit: Fit;
  /** 0 to 1: how much of the question the sentence, and less so what stands around it, speaks of. */
  readonly coverage: number;
}

export type Finding =
  | { readonly kind: 'answered'; readonly evidence: readonly Evidence[]; readonly differ: boolean }
  /** `missing`: numbers or names of the question that no passage has. `nearest`: clearly related. */
  | { readonly kind: 'unanswered'; readonly missing: readonly string[]; readonly nearest?: Evidence };

const MOST_QUOTES = 2;
/** A word that stands only around the sentence counts for less than one in it. */
const AROUND = 0.7;
const NEAR_BEST = 0.15;
const CLEARLY_RELATED = 0.5;
const ROUNDING = 0.03;
const ONE_ORDER = 4;
const POINTS_BACK =
  /^(?:He|She|It|They|This|These|Those|All|Both|His|Her|Their|Its)\b|^(?:他|她|它|該|其|這|此)/u;

export function findAnswer(question: Question, passages: readonly Passage[], storyTitle: string): Finding {
  const all =
    passages
      .map((passage) => [passage.quote, passage.before, passage.after, passage.title].join('\n'))
      .join('\n') + storyTitle;
  const missing = missingFrom(all, question);
  const evidence = passages.flatMap((passage) => evidenceOf(passage, question, storyTitle));
  const good =
    missing.length > 0
      ? []
      : evidence
          .filter((one) => one.answers)
          .sort((a, b) => b.coverage - a.coverage || b.passage.score - a.passage.score);
  const best = good[0];
  if (best === undefined) {
    const near = evidence
      .filter((one) => one.coverage >= CLEARLY_RELATED && one.direct > 0)
      .sort((a, b) => b.coverage - a.coverage)[0];
    return {
      kind: 'unanswered',
      missing,
      ...(near === undefined || missing.length > 0 ? {} : { nearest: near }),
    };
  }
  const close = good.filter((one) => best.coverage - one.coverage <= NEAR_BEST);
  const other = close.find((one) => one.passage.outlet !== best.passage.outlet && differs(best.fit, one.fit));
  if (other !== undefined) return { kind: 'answered', evidence: [best, other], differ: true };
  const second = close.find(
    (one) => one.passage.outlet !== best.passage.outlet && one.sentence !== best.sentence,
  );
  return {
    kind: 'answered',
    evidence: second === undefined ? [best] : [best, second].slice(0, MOST_QUOTES),
    differ: false,
  };
}

function evidenceOf(passage: Passage, question: Question, storyTitle: string) {
  const titles = concepts(`${passage.title}\n${storyTitle}`);
  const all = sentences(passage.quote);
  return all.map(({ text }, place) => {
    const sentence = withoutDateline(text);
    // Only what the sentence itself points back to may complete it: neighbours tell of other things.
    const pointed = POINTS_BACK.test(sentence) ? (all[place - 1]?.text ?? passage.before ?? '') : '';
    const around = new Set([...titles, ...concepts(pointed)]);
    const inside = new Set(concepts(sentence));
    const wanted = [...question.focus];
    const direct = wanted.filter((token) => inside.has(token)).length;
    const indirect = wanted.filter((token) => !inside.has(token) && around.has(token)).length;
    const coverage =
      wanted.length === 0
        ? question.expected === 'summary'
          ? 1
          : 0.9
        : (direct + AROUND * indirect) / wanted.length;
    const fit = hasNumbers(sentence, question) ? fits(sentence, question) : undefined;
    const enough = enoughOf(question, direct, indirect);
    return { passage, sentence, fit: fit ?? {}, coverage, direct, answers: fit !== undefined && enough };
  });
}

/** Everything asked about is spoken of, half of it in the sentence itself; of five and more words one may lack. */
function enoughOf(
  { focus, language, expected, numbers }: Question,
  direct: number,
  indirect: number,
): boolean {
  if (focus.size === 0) return expected === 'summary' || numbers.length > 0;
  // Chinese bigrams overlap: those across two words stand nowhere else.
  const share = language === 'zh' ? 0.6 : focus.size >= 5 ? 0.8 : 1;
  const half = language === 'zh' ? 0.4 : 0.5;
  return direct >= Math.max(1, focus.size * half) && (direct + indirect) / focus.size >= share;
}

function hasNumbers(sentence: string, { numbers }: Question): boolean {
  const found = numbersIn(sentence);
  return numbers.every((wanted) =>
    found.some(
      (number) => number.value === wanted.value && (wanted.unit === '' || number.unit === wanted.unit),
    ),
  );
}

/** Numbers and names of the question that stand nowhere. */
function missingFrom(all: string, { numbers, names }: Question): string[] {
  const found = numbersIn(all);
  const known = new Set(concepts(all));
  const knownNames = namesIn(all).join('\n');
  return [
    ...numbers
      .filter(
        (wanted) =>
          !found.some(
            (number) => number.value === wanted.value && (wanted.unit === '' || number.unit === wanted.unit),
          ),
      )
      .map((number) => number.text),
    ...names.filter(
      (name) =>
        !knownNames.includes(name) &&
        !all.includes(name) &&
        !concepts(name).every((token) => known.has(token)),
    ),
  ];
}

function differs(a: Fit, b: Fit): boolean {
  if (a.number === undefined || b.number === undefined || a.number.unit !== b.number.unit) return false;
  const [low, high] = [Math.min(a.number.value, b.number.value), Math.max(a.number.value, b.number.value)];
  // Amounts of another order count another thing.
  return (high - low) / Math.max(1, high) > ROUNDING && high <= low * ONE_ORDER;
}
