/**
 * Plain rules that editors write in a conversation: "no more crypto today", 「本週不要體育新聞」. They are parsed without a
 * language model, so they bind selection with and without one.
 *
 * Parsing is strict: only a plain order to leave something out counts. Questions, requests for "less" of something,
 * reports ("we skipped sports") and everyday orders ("skip the meeting") are not rules.
 */
import { cjkLength } from './cjk.ts';
import { chineseOrder } from './rule-order-chinese.ts';
import { englishOrder } from './rule-order-english.ts';
import type { Order } from './rule-order.ts';
import { ruleSubjects } from './rule-subjects.ts';
import type { RuleCategory } from './rule-subjects.ts';
import { ruleUntil } from './rule-until.ts';
import { sentences } from './sentences.ts';

export interface EditorRule {
  readonly exclude?: {
    /** As spelled in the edition. */
    readonly categories: readonly string[];
    /** Words or short phrases, lower case. */
    readonly subjects: readonly string[];
  };
  /** UTC milliseconds; absent for a rule without an end. "Today" ends with the last millisecond of the day. */
  readonly untilMs?: number;
}

interface RuleContext {
  readonly categories: readonly RuleCategory[];
  readonly nowMs: number;
  /** An IANA name; an unknown one throws a RangeError. */
  readonly zone: string;
}

/** Something stays allowed, or it ends at a time that isn't read: without that a rule would leave out too much. */
const EXCEPTION =
  /\b(?:until|till|til)\b|直到|直至|(?:^|[,;]\s*)(?:but|only)\b|\bbut (?:not|keep|\S+ (?:is|are))\b|\b(?:except|apart from|other than)\b|除咗|除了|除外|以外|[，,、]\s*(?:但|不過)|^(?:只|淨係)/u;
/** "No sports stories were posted" tells something. */
const TELLS = /^[^,;]*(?<!\b(?:that|which|who) )\b(?:is|are|was|were) (?!.*\bbecause\b)/u;

/** The rule in `text`, or undefined. Several rules that end at the same time are joined. */
export function parseRule(text: string, context: RuleContext): EditorRule | undefined {
  const rules = sentences(text.replace(/<[@#][^>]*>|@\S+/g, ' ')).flatMap(
    (sentence) => ruleOf(sentence.text, context) ?? [],
  );
  const [first, ...others] = rules;
  if (first === undefined) return undefined;
  const joined = [first, ...others.filter((rule) => rule.untilMs === first.untilMs)];
  return {
    exclude: {
      categories: [...new Set(joined.flatMap((rule) => rule.exclude?.categories ?? []))],
      subjects: [...new Set(joined.flatMap((rule) => rule.exclude?.subjects ?? []))],
    },
    ...(first.untilMs === undefined ? {} : { untilMs: first.untilMs }),
  };
}

function ruleOf(sentence: string, { categories, nowMs, zone }: RuleContext): EditorRule | undefined {
  const { rest, untilMs } = ruleUntil(sentence, nowMs, zone);
  const order: Order | undefined = cjkLength(sentence) > 0 ? chineseOrder(rest) : undefined;
  const found = order ?? englishOrder(rest);
  if (found === undefined || EXCEPTION.test(found.what) || TELLS.test(found.what)) return undefined;
  const { categories: named, subjects } = ruleSubjects(found.what, categories);
  if (named.length === 0 && subjects.length === 0) return undefined;
  const sure = found.certain || untilMs !== undefined || named.length > 0;
  if (!sure) return undefined;
  return { exclude: { categories: named, subjects }, ...(untilMs === undefined ? {} : { untilMs }) };
}
