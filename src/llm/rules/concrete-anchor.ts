/**
 * The concrete anchor of a story: a short verbatim fragment that makes it checkable, such as an amount, a named
 * body or a decision. The description is searched first, because titles are often rephrased.
 */
import { cjkLength, readsAsCjk } from '../../text/cjk.ts';
import { namesIn } from '../../text/names.ts';
import { numbersIn } from '../../text/numbers.ts';
import { timesIn } from '../../text/times.ts';

const WORDS_AFTER = 3;
const CJK_MOST = 18;
const CLAUSE_END =
  /[,;:，；。、：—–“”「」()（）]|\.(?:\s|$)|\s(?:and|while|but|as|when|after|including|with|who|which|that|to|in|at|for|by|from|on)\s/u;

/** Undefined only when neither text contains a number, a time or a name. */
export function concreteAnchor(title: string, description: string): string | undefined {
  return (
    numberFragment(description) ??
    numberFragment(title) ??
    longest(namesIn(description)) ??
    longest(namesIn(title)) ??
    timesIn(`${description}\n${title}`)[0]?.text
  );
}

/** The text's most informative number with its unit: a sum or a share before a plain count. */
function numberFragment(text: string): string | undefined {
  const numbers = numbersIn(text).filter((number) => !number.time);
  const number =
    numbers.find(({ unit }) => unit !== '') ?? numbers.find(({ value }) => value > 2) ?? numbers[0];
  if (number === undefined) return undefined;
  const rest = text.slice(number.end).split(CLAUSE_END)[0] ?? '';
  if (readsAsCjk(text)) {
    const tail = rest.split(/[\s]/u)[0] ?? '';
    return cjkLength(tail) <= CJK_MOST / 3
      ? `${number.text}${tail}`
      : `${number.text}${[...tail].slice(0, 4).join('')}`;
  }
  const words =
    number.unit === ''
      ? (rest.match(/^(?:\s[\p{L}\p{N}'’-]+)+/u)?.[0] ?? '').trim().split(/\s+/).slice(0, WORDS_AFTER)
      : [];
  return [number.text, ...words].join(' ').trim();
}

function longest(names: readonly string[]): string | undefined {
  return [...names].sort((a, b) => b.length - a.length)[0];
}
