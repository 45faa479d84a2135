/**
 * Where two sources give different numbers for the same thing: 12 injured here, 14 there.
 *
 * Strict, as a false alarm is worse than a missed one: the clauses around the numbers must tell of the same
 * thing, the amounts must be of one order, and neither source may have the other's number anywhere.
 */
import { jaccard } from '../../text/similarity.ts';
import { tokens } from '../../text/tokens.ts';
import type { NumberMention } from '../../text/numbers.ts';
import type { StorySentence } from './story-sentence.ts';

export interface Conflict {
  readonly a: ConflictSide;
  readonly b: ConflictSide;
}

interface ConflictSide {
  readonly sentence: StorySentence;
  /** The number as it stands in the sentence. */
  readonly number: string;
}

interface Claim extends ConflictSide {
  readonly value: number;
  readonly unit: string;
  readonly about: ReadonlySet<string>;
  /** The word right after the number, the first character in Chinese; empty for a person of any kind. */
  readonly counted: string;
}

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
export function conflictingNumbers(sentences: readonly StorySentence[]): Conflict[] {
  const claims = sentences.filter((sentence) => sentence.quotable).flatMap(claimsOf);
  const found: Conflict[] = [];
  const seen = new Set<string>();
  for (const a of claims) {
    for (const b of claims) {
      if (a.sentence.source.n >= b.sentence.source.n || !differ(a, b) || !sameThing(a, b)) continue;
      if (gives(sentences, a.sentence, b) || gives(sentences, b.sentence, a)) continue;
      const keys = [a, b].map(({ sentence, value, unit }) => [sentence.source.n, value, unit].join('/'));
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

function claimsOf(sentence: StorySentence): Claim[] {
  const whole = sentence.numbers.filter(({ end }) => !PART.test(sentence.text.slice(end)));
  return whole.map((number) => ({
    sentence,
    number: number.text,
    value: number.value,
    unit: number.unit,
    counted: countedAfter(sentence.text.slice(number.end)),
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

function differ(a: Claim, b: Claim): boolean {
  if (a.unit !== b.unit) return false;
  const [low, high] = a.value < b.value ? [a.value, b.value] : [b.value, a.value];
  return low > 0 && high / low <= 2.5 && (high - low) / high > APPROXIMATELY;
}

function sameThing(a: Claim, b: Claim): boolean {
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

/** True when the source of `sentence` has the other side's number too, in whatever context. */
function gives(all: readonly StorySentence[], sentence: StorySentence, other: Claim): boolean {
  return all.some(
    ({ source, numbers }) =>
      source.n === sentence.source.n &&
      numbers.some(({ value, unit }) => value === other.value && unit === other.unit),
  );
}
