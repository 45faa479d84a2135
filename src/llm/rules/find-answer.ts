/**
 * Finds passages that answer a question, or reports that none does. Strict: a quotation must mention everything
 * that the question is about, and contain the figure, the reason or the statement that it asks for.
 */
import { cjkLength, wordCount } from '../../text/cjk.ts';
import { foldName, hasWords } from '../../text/fold-name.ts';
import { namesIn } from '../../text/names.ts';
import { numbersIn } from '../../text/numbers.ts';
import { sentences } from '../../text/sentences.ts';
import type { Passage } from './chat-shapes.ts';
import { doerOf, hasOffice } from './asked-for.ts';
import { concepts, conceptsAndKinds } from './concepts.ts';
import { withoutDateline } from './dateline.ts';
import { fits } from './fits-question.ts';
import type { Fit } from './fits-question.ts';
import type { Question } from './question.ts';

export interface Evidence {
  readonly passage: Passage;
  /** One sentence, verbatim. */
  readonly sentence: string;
  readonly fit: Fit;
  /** 0 to 1: how much of the question the sentence mentions; words around it count less. */
  readonly coverage: number;
}

export type Finding =
  | { readonly kind: 'answered'; readonly evidence: readonly Evidence[]; readonly differ: boolean }
  /** `missing`: numbers or names of the question that no passage has. `nearest`: clearly related. */
  | { readonly kind: 'unanswered'; readonly missing: readonly string[]; readonly nearest?: Evidence };

const MOST_QUOTES = 2;
/** The weight of a word that is only around the sentence. */
const AROUND = 0.7;
const NEAR_BEST = 0.15;
const NAMED_BESIDE = 0.25;
const CLEARLY_RELATED = 0.5;
const ROUNDING = 0.03;
const LEAST_WORDS = 4;
const LEAST_CJK = 6;
const ONE_ORDER = 4;
/** "Where?", "When exactly?" in a story's thread. */
const OF_THE_STORY: readonly Question['expected'][] = ['time', 'place'];
/** Words that identify a story, as its title does. */
const HAPPENINGS = concepts(
  'earthquake fire blaze flood crash strike election awards marathon hack theft shooting storm typhoon',
);
const POINTS_BACK =
  /^(?:He|She|It|They|This|These|Those|All|Both|His|Her|Their|Its)\b|^(?:他|她|它|該|其|這|此)/u;

/** What did not happen counts something else. */
const DENIES = /\b(?:not|never|neither|nor|without|\w+n['’]t)\b|沒有|未有|未被|並非|不受/iu;

/** The one or two sentences that answer a question, verbatim; two from different outlets where they differ. */
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
          .sort((a, b) => weightOf(b) - weightOf(a) || rankOf(b) - rankOf(a));
  const best = good[0];
  if (best === undefined) {
    const headline = missing.length > 0 ? undefined : headlineFact(question, passages, storyTitle);
    if (headline !== undefined) return { kind: 'answered', evidence: [headline], differ: false };
    const near = evidence
      .filter(
        (one) => one.coverage >= CLEARLY_RELATED && one.direct > 0 && hasOffice(one.sentence, question.text),
      )
      .sort((a, b) => b.coverage - a.coverage)[0];
    return {
      kind: 'unanswered',
      missing,
      ...(near === undefined || missing.length > 0 ? {} : { nearest: near }),
    };
  }
  const close = good.filter((one) => weightOf(best) - weightOf(one) <= NEAR_BEST);
  const other = close.find(
    (one) =>
      one.passage.outlet !== best.passage.outlet &&
      DENIES.test(one.sentence) === DENIES.test(best.sentence) &&
      differs(best.fit, one.fit),
  );
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

/** "What did the Thames Courier say about the fire?": what that outlet has, and the question without its name. */
export function byOutlet(said: string, passages: readonly Passage[]) {
  const outlet = passages.map((one) => one.outlet).find((name) => name !== '' && hasWords(said, name));
  if (outlet === undefined) return { said, passages };
  const at = foldName(said).indexOf(foldName(outlet));
  const sources = cjkLength(outlet) > 0 ? '來源' : 'sources';
  return {
    said: said.slice(0, at) + sources + said.slice(at + outlet.length),
    passages: passages.filter((one) => one.outlet === outlet),
  };
}

/** Only amounts: headlines leave out too much of other facts. */
function headlineFact(
  question: Question,
  passages: readonly Passage[],
  storyTitle: string,
): Evidence | undefined {
  if (!['count', 'money', 'percent', 'measure'].includes(question.expected)) return undefined;
  return passages
    .filter(({ title }) => title.trim() !== '')
    .flatMap((passage) =>
      evidenceOf({ ...passage, quote: passage.title, before: null }, question, storyTitle),
    )
    .find((one) => one.answers);
}

/** A name beside its role answers "who", even where another sentence has more of the question's words. */
function weightOf({ coverage, fit }: Evidence): number {
  return coverage + (fit.beside === true && fit.number === undefined ? NAMED_BESIDE : 0);
}

/** With equal coverage, a sentence whose number or name is adjacent ranks first, then one with a number. */
function rankOf({ passage, fit }: Evidence): number {
  return passage.score + (fit.beside === true ? 100 : 0) + (fit.number === undefined ? 0 : 50);
}

function evidenceOf(passage: Passage, question: Question, storyTitle: string) {
  const titles = concepts(`${passage.title}\n${storyTitle}`);
  const all = sentences(passage.quote);
  return all.map(({ text }, place) => {
    const sentence = withoutDateline(text);
    // Only what the sentence refers back to may complete it; its neighbours are about other things.
    const pointed = POINTS_BACK.test(sentence) ? (all[place - 1]?.text ?? passage.before ?? '') : '';
    const around = new Set([...titles, ...concepts(pointed)]);
    // "Its director, …": the sentence before names the institution.
    const owner = question.askedFor !== undefined && /^(?:Its|Their|His|Her)\b/.test(sentence) ? pointed : '';
    const inside = new Set(conceptsAndKinds(`${owner} ${sentence}`));
    const wanted = wantedOf(question, inside, storyTitle === '' ? new Set(titles) : undefined);
    const direct = wanted.filter((token) => inside.has(token)).length;
    const indirect = wanted.filter((token) => !inside.has(token) && around.has(token)).length;
    const coverage =
      wanted.length === 0
        ? question.expected === 'summary'
          ? 1
          : 0.9
        : (direct + AROUND * indirect) / wanted.length;
    const fit = hasNumbers(sentence, question) ? fits(sentence, question) : undefined;
    const bare = wanted.length === 0 && storyTitle !== '' && OF_THE_STORY.includes(question.expected);
    const enough = bare || enoughOf(question, wanted.length, direct, indirect);
    const answers = fit !== undefined && enough && isSentence(sentence);
    return { passage, sentence, fit: fit ?? {}, coverage, direct, answers };
  });
}

/** A cell of a table, such as "£8.4m", says nothing by itself; a headline has no mark at its end. */
function isSentence(text: string): boolean {
  return (
    /[.!?。！？…]["”’」』)）]*$/u.test(text) || wordCount(text) >= LEAST_WORDS || cjkLength(text) >= LEAST_CJK
  );
}

/**
 * What the sentence must mention. Across several stories, names and events in the question choose the story, so its
 * title counts for all of its sentences.
 */
function wantedOf(
  { focus, names }: Question,
  inside: ReadonlySet<string>,
  title: ReadonlySet<string> | undefined,
): string[] {
  if (title === undefined) return [...focus];
  const choosing = new Set([...names.flatMap(concepts), ...HAPPENINGS]);
  const rest = [...focus].filter((token) => inside.has(token) || !choosing.has(token) || !title.has(token));
  return rest.length === 0 ? [...focus] : rest;
}

/** Everything must be mentioned, half of it in the sentence itself; of five or more words one may be missing. */
function enoughOf(
  { language, text, expected, numbers, askedFor }: Question,
  wanted: number,
  direct: number,
  indirect: number,
): boolean {
  if (wanted === 0) return expected === 'summary' || numbers.length > 0 || askedFor !== undefined;
  // Chinese bigrams overlap, and those across two words occur nowhere else.
  const share = language === 'zh' ? 0.6 : wanted >= 5 ? 0.8 : 1;
  const half = language === 'zh' ? 0.4 : 0.5;
  // The title says whom the story is about; who did what, or where, must be in the sentence itself.
  if (
    language === 'en' &&
    (expected === 'person' || expected === 'place') &&
    askedFor === undefined &&
    doerOf(text) === '' &&
    direct <= wanted * half &&
    wanted > 1
  )
    return false;
  return direct >= Math.max(1, wanted * half) && (direct + indirect) / wanted >= share;
}

function hasNumbers(sentence: string, { numbers }: Question): boolean {
  const found = numbersIn(sentence);
  return numbers.every((wanted) =>
    found.some(
      (number) => number.value === wanted.value && (wanted.unit === '' || number.unit === wanted.unit),
    ),
  );
}

/** Numbers and names of the question that occur nowhere. */
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
  // Amounts of another order of magnitude count something else.
  return (high - low) / Math.max(1, high) > ROUNDING && high <= low * ONE_ORDER;
}
