/**
 * Whether two titles are equal up to one word, with the same numbers in the same order. Mere similarity is not
 * enough: "announces tariffs on China" is not "China tariffs paused", and "will not resign" is not "will resign".
 */
import { plainDigits } from '../../text/plain-digits.ts';
import { tokens } from '../../text/tokens.ts';
import { jaccard } from '../../text/similarity.ts';
import { turnsOf } from './steps.ts';

/** The similarity from which two titles with equal numbers are the same. */
const SAME_TITLE = 0.85;
/** Headlines have fewer; of longer texts only the beginning is compared. */
const MOST_TOKENS = 60;

/** A title, prepared for comparison. */
export interface TitleForm {
  readonly plain: string;
  /** Each token once, in order. */
  readonly tokens: ReadonlySet<string>;
  /** Those of them that are numbers. */
  readonly numbers: string;
  /** Stop words that are compared all the same. */
  readonly turns: string;
}

/** Whether two titles are equal, or from three tokens on at least 85% alike, in one order and with the same numbers and turns. */
export function isSameTitle(a: string, b: string): boolean {
  return isSameForm(formOf(a), formOf(b));
}

/**
 * An index of titles whose lookup time hardly depends on its size: two token sets that are 85% alike share one of the
 * first few tokens, when both are put in the same order.
 */
export class TitleIndex<T> {
  readonly #short = new Map<string, T[]>();
  readonly #byToken = new Map<string, { readonly form: TitleForm; readonly value: T }[]>();

  add(title: string, value: T): void {
    const form = formOf(title);
    if (isShort(form)) {
      this.#short.set(form.plain, [...(this.#short.get(form.plain) ?? []), value]);
      return;
    }
    const entry = { form, value };
    for (const token of firstFew(form)) {
      const there = this.#byToken.get(token);
      if (there === undefined) this.#byToken.set(token, [entry]);
      else there.push(entry);
    }
  }

  /** All values added with the same title, found one by one. */
  *find(title: string): Generator<T> {
    const form = formOf(title);
    if (isShort(form)) return yield* this.#short.get(form.plain) ?? [];
    const seen = new Set<object>();
    for (const token of firstFew(form))
      for (const other of this.#byToken.get(token) ?? []) {
        if (seen.has(other) || !isSameForm(form, other.form)) continue;
        seen.add(other);
        yield other.value;
      }
  }
}

/** The same for titles that are prepared. */
export function isSameForm(a: TitleForm, b: TitleForm): boolean {
  if (isShort(a) || isShort(b)) return a.plain === b.plain;
  const tellsSame = a.turns === b.turns && a.numbers === b.numbers;
  return tellsSame && jaccard(a.tokens, b.tokens) >= SAME_TITLE && isInOrder(a, b);
}

/** Prepare a title, to be compared many times. */
export function formOf(title: string): TitleForm {
  const found = new Set(tokens(plainDigits(title).text).slice(0, MOST_TOKENS));
  const numbers = [...found].filter((token) => /^\d/.test(token)).join(' ');
  return { plain: plain(title), tokens: found, numbers, turns: turnsOf(title) };
}

function isShort({ tokens: found }: TitleForm): boolean {
  return found.size < 3;
}

/** As many tokens as two sufficiently similar titles can't both lack; rarer (longer) tokens first. */
function firstFew({ tokens: found }: TitleForm): string[] {
  const apart = found.size - Math.ceil(SAME_TITLE * found.size);
  return [...found].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, apart + 1);
}

/** The same words in another order mean something else ("dog bites man"). */
function isInOrder(a: TitleForm, b: TitleForm): boolean {
  const kept = [...a.tokens].filter((token) => b.tokens.has(token));
  const others = [...b.tokens].filter((token) => a.tokens.has(token));
  return kept.every((token, n) => token === others[n]);
}

function plain(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
