/**
 * A message that holds several wishes, taken apart: "no more crypto this week and hold the harbour story" is two.
 *
 * It is divided only where what follows is a wish by itself; what else "and" joins stays together ("no more crypto and
 * football"), and so does what belongs to a reminder, a note in somebody's own words or a correction.
 */
import { ruleUntil } from '../../text/rule-until.ts';
import { intentOf } from './chat-intent.ts';
import type { ChatIntent } from './chat-intent.ts';

const JOIN =
  /(?<border>(?<=[.!?;])\s+|[。！？；]\s*|\n+)|,?\s+(?:and|but|then|plus|also)(?:\s+(?:also|then|please|after that))*,?\s+|,\s+(?=(?:also|please)\s)|[，,、]?\s*(?:同埋|另外|仲有|還有|而且|然後|跟住|以及|順便)[，,]?|[，,]/giu;

/** At least one; in the order of the message. `nowMs` is what days are counted from, where it is known. */
export function wishesIn(message: string, nowMs: number | undefined): readonly string[] {
  const text = message.trim();
  for (const join of text.matchAll(JOIN)) {
    const end = join.index + join[0].length;
    const how =
      join.groups?.['border'] !== undefined ? 'sentence' : /^[，,]$/u.test(join[0].trim()) ? 'comma' : 'and';
    const left = text.slice(0, join.index).trim();
    const right = text.slice(end).trim();
    if (left === '' || right === '') continue;
    const [next = right, ...others] = wishesIn(right, nowMs);
    if (parts(left, next, how, nowMs)) return [left, next, ...others];
  }
  return [text];
}

type Join = 'sentence' | 'and' | 'comma';

function parts(left: string, right: string, how: Join, nowMs: number | undefined): boolean {
  const before = intentOf(left, nowMs);
  const after = intentOf(right, nowMs);
  const isEnded = isWish(before) || (how === 'sentence' && asks(before, left));
  if (before.kind === 'story' && before.order.action === 'correct') return false;
  if (after.kind === 'question') return how === 'sentence' && asks(after, right) && isEnded;
  if (!isWish(after)) return false;
  if (isRule(before) && isRule(after)) return how === 'sentence' || (hasTime(left) && hasTime(right));
  if (isOpen(before)) return how !== 'comma' && !['unknown', 'beyond'].includes(after.kind);
  return isEnded;
}

/** A job or a note may go on with whatever "and" joins to it. */
function isOpen(intent: ChatIntent): boolean {
  return intent.kind === 'job' || (intent.kind === 'remember' && !intent.rule);
}

function isRule(intent: ChatIntent): boolean {
  return intent.kind === 'remember' && intent.rule;
}

/** What lacks its time or its object is not at its end. */
function isWish(intent: ChatIntent): boolean {
  if (intent.kind === 'job') return intent.order.action !== 'ask';
  return !['question', 'greeting', 'thanks', 'help'].includes(intent.kind);
}

function asks({ kind }: ChatIntent, text: string): boolean {
  return kind === 'question' && /[?？]$/u.test(text);
}

/** Rules that are joined share a time that only one of them names. */
function hasTime(text: string): boolean {
  return ruleUntil(text, 0, 'UTC').untilMs !== undefined;
}
