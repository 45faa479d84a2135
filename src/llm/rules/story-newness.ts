/** Whether a sentence adds something to the story. */
import { containment, jaccard } from '../../text/similarity.ts';
import { tokens } from '../../text/tokens.ts';
import type { StorySentence } from './story-sentence.ts';

/** The least share of a sentence's tokens that must be new. */
const LEAST_NEW = 0.34;

/** Figures up to this are common and identify nothing: two cars here and two cars there. */
const COMMON = 12;
/** With this many shared words around a shared figure, the figure included, it counts the same thing. */
const SAME_CONTEXT = 3;
const CONTEXT = 40;

/** True when `sentence` repeats one of `told`, a figure of theirs, or what several of them say together. */
export function repeats(sentence: StorySentence, told: readonly StorySentence[]): boolean {
  if (tellsFigureAgain(sentence, told)) return true;
  if (told.some((other) => saysTheSame(sentence, other))) return true;
  const known = new Set(told.flatMap((other) => [...other.tokens]));
  const fresh = [...sentence.tokens].filter((token) => !known.has(token)).length;
  return (
    told.length > 0 && fresh / Math.max(1, sentence.tokens.size) < LEAST_NEW && !bringsNumber(sentence, told)
  );
}

/** Whether it repeats the same amount of the same thing. */
function tellsFigureAgain(sentence: StorySentence, told: readonly StorySentence[]): boolean {
  return figuresOf(sentence).some((one) =>
    told.some((other) =>
      figuresOf(other).some(
        ({ value, unit, about }) =>
          value === one.value &&
          unit === one.unit &&
          [...about].filter((token) => one.about.has(token)).length >= SAME_CONTEXT,
      ),
    ),
  );
}

function figuresOf({ text, numbers }: StorySentence) {
  return numbers
    .filter(({ value, unit, start }) => (unit !== '' || value > COMMON) && text[start - 1] !== '第')
    .map(({ value, unit, start, end }) => ({
      value,
      unit,
      about: new Set(tokens(text.slice(Math.max(0, start - CONTEXT), end + CONTEXT))),
    }));
}

/** By words, and by numbers and names where paraphrases share few words. */
function saysTheSame(a: StorySentence, b: StorySentence): boolean {
  if (a.text === b.text || containment(a.tokens, b.tokens) >= 0.6) return true;
  if (a.quotations.some((one) => b.quotations.some((other) => sameSpeech(one, other)))) return true;
  const alike = jaccard(a.tokens, b.tokens);
  const shared = a.numbers.filter((number) => hasNumber(b, number)).length;
  const least = Math.min(distinct(a), distinct(b));
  // All numbers of one are in the other: a paraphrase, unless the words have nothing in common.
  const telling = a.numbers.some(
    (number) => number.value > 12 && number.value % 10 !== 0 && hasNumber(b, number),
  );
  if (least > 0 && shared >= least) return alike >= (shared >= 2 || telling ? 0.05 : 0.12);
  if (shared >= 2) return alike >= 0.12;
  // Two outlets open with the same event, so a second lede repeats it with fewer shared words.
  if (a.source !== b.source && a.place <= 1 && b.place <= 1) return alike >= 0.17;
  if (shared > 0) return alike >= 0.22;
  const names = a.names.filter((name) => b.names.includes(name)).length;
  return alike >= (names >= 2 ? 0.3 : 0.4);
}

function bringsNumber(sentence: StorySentence, told: readonly StorySentence[]): boolean {
  return sentence.numbers.some((number) => !told.some((other) => hasNumber(other, number)));
}

function hasNumber(sentence: StorySentence, wanted: { value: number; unit: string }): boolean {
  return sentence.numbers.some(
    ({ value, unit }) =>
      value === wanted.value && (unit === wanted.unit || unit === '' || wanted.unit === ''),
  );
}

function distinct(sentence: StorySentence): number {
  return new Set(sentence.numbers.map(({ value }) => value)).size;
}

function sameSpeech(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 8 && long.includes(short.replace(/[,.，。]$/u, ''));
}
