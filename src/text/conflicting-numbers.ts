/**
 * Where two sources give different numbers for the same thing: 12 injured here, 14 there.
 *
 * Strict, as a false alarm is worse than a missed one: the clauses around the numbers must tell of the same
 * thing, the amounts must be of one order, and neither source may have the other's number anywhere.
 */
import { jaccard } from './similarity.ts';
import { tokens } from './tokens.ts';
import type { NumberMention } from './numbers.ts';

/** A sentence of one of several sources. */
export interface NumberedSentence {
  readonly source: { readonly n: number };
  readonly text: string;
  readonly numbers: readonly NumberMention[];
  /** Only such sentences are compared; the others tell which numbers a source has anywhere. */
  readonly quotable: boolean;
}

export interface Conflict<S extends NumberedSentence = NumberedSentence> {
  readonly a: ConflictSide<S>;
  readonly b: ConflictSide<S>;
}

interface ConflictSide<S extends NumberedSentence> {
  readonly sentence: S;
  /** The number as it stands in the sentence. */
  readonly number: string;
}

interface Claim<S extends NumberedSentence> extends ConflictSide<S> {
  readonly value: number;
  readonly unit: string;
  readonly about: ReadonlySet<string>;
  /** The word right after the number, the first character in Chinese; empty for a person of any kind. */
  readonly counted: string;
}

/** Of one source; what has more is a table, and comparing goes by pairs. */
const MOST_CLAIMS = 300;
/** What is counted when it stands with anybody: no sign that two numbers count the same. */
const ANYBODY = new Set(
  'people person man woman passenger resident other more least around total number nearly almost 多名 名乘 人士'.split(
    ' ',
  ),
);
/** Outcomes that are counted once in a story: one shared is enough. */
const OUTCOME =
  /^(?:injur|hurt|wound|kill|dead|di|death|died|arrest|miss|detain|strand|trapp|trap|evacuat|hospital|受傷|人傷|死亡|喪生|身亡|遇難|失蹤|被捕|被困|撤離|疏散|送院|獲救)$/u;
const APPROXIMATELY = 0.03;

/** "Seven of the dead": a part of what another number counts whole. */
const PART = /^\s*(?:per cent |percent |% )?(?:out )?of\s+(?:the|them|those|these|its|their)\b/iu;

/** Each number of a source is in one conflict at most; `a` belongs to the source that is cited first. */
export function conflictingNumbers<S extends NumberedSentence>(sentences: readonly S[]): Conflict<S>[] {
  const claims = comparable(sentences);
  const given = new Set(
    sentences.flatMap(({ source, numbers }) => numbers.map((number) => keyOf(source.n, number))),
  );
  const found: Conflict<S>[] = [];
  const seen = new Set<string>();
  for (const a of claims) {
    for (const b of claims) {
      const [first, second] = [a.sentence.source.n, b.sentence.source.n];
      if (first >= second || !differ(a, b) || !sameThing(a, b)) continue;
      // A source that has the other's number too, in whatever context, doesn't contradict it.
      if (given.has(keyOf(first, b)) || given.has(keyOf(second, a))) continue;
      const keys = [keyOf(first, a), keyOf(second, b)];
      if (keys.some((key) => seen.has(key))) continue;
      keys.forEach((key) => seen.add(key));
      found.push({
        a: { sentence: a.sentence, number: a.number },
        b: { sentence: b.sentence, number: b.number },
      });
    }
  }
  return found;
}

function keyOf(source: number, { value, unit }: { value: number; unit: string }): string {
  return `${source}/${value}/${unit}`;
}

function comparable<S extends NumberedSentence>(sentences: readonly S[]): Claim<S>[] {
  const counts = new Map<number, number>();
  const found: Claim<S>[] = [];
  for (const sentence of sentences) {
    const before = counts.get(sentence.source.n) ?? 0;
    if (!sentence.quotable || before >= MOST_CLAIMS) continue;
    const claims = claimsOf(sentence);
    counts.set(sentence.source.n, before + claims.length);
    found.push(...claims);
  }
  return found;
}

function claimsOf<S extends NumberedSentence>(sentence: S): Claim<S>[] {
  const whole = sentence.numbers.filter(({ end }) => !PART.test(sentence.text.slice(end, end + 60)));
  return whole.slice(0, MOST_CLAIMS).map((number) => ({
    sentence,
    number: number.text,
    value: number.value,
    unit: number.unit,
    counted: countedAfter(sentence.text.slice(number.end, number.end + 60)),
    about: new Set(
      tokens(clauseAround(sentence.text, number)).filter((token) => !/\d/.test(token) && !ANYBODY.has(token)),
    ),
  }));
}

/** The number's clause without the number: from the last comma or "and" to the next, at most 60 units each way. */
function clauseAround(text: string, { start, end }: NumberMention): string {
  const border = /[,;:，；。、：—–“”「」]|\s(?:and|while|but|as|when|after|including|with)\s/gu;
  const before = text.slice(Math.max(0, start - 60), start);
  const last = [...before.matchAll(border)].at(-1);
  const after = text.slice(end, end + 60);
  const next = [...after.matchAll(border)][0];
  return `${before.slice(last === undefined ? 0 : last.index + last[0].length)} ${after.slice(0, next?.index)}`;
}

function countedAfter(rest: string): string {
  const first = /^\s*([\p{Script=Han}]|[\p{L}'’-]+)/u.exec(rest)?.[1] ?? '';
  const token = tokens(first)[0] ?? '';
  return /^[人名個多餘]$/u.test(first) || ANYBODY.has(token) ? '' : token;
}

type Amount = Claim<NumberedSentence>;

function differ(a: Amount, b: Amount): boolean {
  if (a.unit !== b.unit) return false;
  const [low, high] = a.value < b.value ? [a.value, b.value] : [b.value, a.value];
  return low > 0 && high / low <= 2.5 && (high - low) / high > APPROXIMATELY;
}

function sameThing(a: Amount, b: Amount): boolean {
  // 22 volunteers and 30 firefighters are two things, whatever was done to them.
  if (
    a.counted !== b.counted &&
    a.counted !== '' &&
    b.counted !== '' &&
    !a.about.has(b.counted) &&
    !b.about.has(a.counted)
  )
    return false;
  const shared = [...a.about].filter((token) => b.about.has(token));
  if (shared.some((token) => OUTCOME.test(token))) return true;
  return shared.length >= 3 && jaccard(a.about, b.about) >= 0.5;
}
