/**
 * Splits a message into its requests: "no more crypto this week and hold the harbour story" is two.
 *
 * It splits only where the next part is a request by itself. Other uses of "and" stay together ("no more crypto and
 * football"), and so do the parts of a reminder, a free-text note or a correction.
 */
import { ruleUntil } from '../../text/rule-until.ts';
import { askedOfDesk, intentOf } from './chat-intent.ts';
import type { ChatIntent, Serving } from './chat-intent.ts';

const JOIN =
  /(?<border>(?<=[.!?;])\s+|[。！？；]\s*|\n+)|,?\s+(?:and|but|then|plus|also)(?:\s+(?:also|then|please|after that))*,?\s+|,\s+(?=(?:also|please)\s)|[，,、]?\s*(?:同埋|另外|仲有|還有|而且|然後|跟住|以及|順便)[，,]?|[，,]/giu;

/** A text with more joins than this is prose, not a list of requests. */
const MOST_JOINS = 12;
const LONGEST = 2_000;

/** At least one; in the order of the message. */
export function splitRequests(message: string, serving?: Serving): readonly string[] {
  const text = message.trim();
  // 「略去咗咩？點解？」 asks one thing.
  const isOne = text.length > LONGEST || askedOfDesk(text, serving) !== undefined;
  const joins = isOne ? [] : [...text.matchAll(JOIN)];
  if (joins.length === 0 || joins.length > MOST_JOINS) return [text];
  // From the end: the requests after a join are computed once, however the text before it is split.
  let after: readonly (readonly string[])[] = [];
  for (let at = joins.length; at >= 0; at--) {
    const from = at === 0 ? 0 : endOf(joins[at - 1]!);
    after = [divided(text.slice(from), from, joins.slice(at), after, serving), ...after];
  }
  return after[0] ?? [text];
}

/** @param after the requests after each of the joins. */
function divided(
  text: string,
  from: number,
  joins: readonly RegExpExecArray[],
  after: readonly (readonly string[])[],
  serving: Serving | undefined,
): readonly string[] {
  for (const [at, join] of joins.entries()) {
    const how =
      join.groups?.['border'] !== undefined ? 'sentence' : /^[，,]$/u.test(join[0].trim()) ? 'comma' : 'and';
    const left = text.slice(0, join.index - from).trim();
    const right = text.slice(endOf(join) - from).trim();
    if (left === '' || right === '') continue;
    const [next = right, ...others] = after[at] ?? [right];
    if (parts(intentOf(left, serving), intentOf(next, serving), { left, right: next, how }))
      return [left, next, ...others];
  }
  return [text.trim()];
}

function endOf(join: RegExpExecArray): number {
  return join.index + join[0].length;
}

type Join = 'sentence' | 'and' | 'comma';

function parts(
  before: ChatIntent,
  after: ChatIntent,
  { left, right, how }: { readonly left: string; readonly right: string; readonly how: Join },
): boolean {
  const isEnded = isRequest(before) || (how === 'sentence' && asks(before, left));
  if (before.kind === 'story' && before.order.action === 'correct') return false;
  if (after.kind === 'question') return how === 'sentence' && asks(after, right) && isEnded;
  if (!isRequest(after)) return false;
  if (isRule(before) && isRule(after)) return how === 'sentence' || (hasTime(left) && hasTime(right));
  if (isOpen(before)) return how !== 'comma' && !['unknown', 'beyond'].includes(after.kind);
  return isEnded;
}

/** A job or a note may include what "and" joins to it. */
function isOpen(intent: ChatIntent): boolean {
  return intent.kind === 'job' || (intent.kind === 'remember' && !intent.rule);
}

function isRule(intent: ChatIntent): boolean {
  return intent.kind === 'remember' && intent.rule;
}

/** An order without its time or object is incomplete. */
function isRequest(intent: ChatIntent): boolean {
  if (intent.kind === 'job') return intent.order.action !== 'ask';
  return !['answer', 'question', 'greeting', 'thanks', 'help'].includes(intent.kind);
}

function asks({ kind }: ChatIntent, text: string): boolean {
  return kind === 'question' && /[?？]$/u.test(text);
}

/** Joined rules share a time that only one of them names. */
function hasTime(text: string): boolean {
  return ruleUntil(text, 0, 'UTC').untilMs !== undefined;
}
