/**
 * Reads orders about the channel's automations in plain words: "remind us every weekday at 7:30 to check the
 * diary", "pause the planner", 「取消日程提醒」.
 *
 * An order must be at the start of the message. Quotations, reports ("Ann said …"), questions ("do you remember
 * when …"), negations ("don't remind us …") and conditions ("remind us if …") aren't orders.
 */
import { cjkLength } from '../../text/cjk.ts';
import { plainDigits } from '../../text/plain-digits.ts';
import { chineseJobOrder } from './job-order-chinese.ts';
import { englishJobOrder } from './job-order-english.ts';
import type { JobOrder } from './job-order.ts';

/** The order in `text`, or undefined. */
export function jobOrder(text: string): JobOrder | undefined {
  const [first = ''] = plainDigits(text).text.trim().split('\n');
  if (/^[>"“”'‘「『*`|]/u.test(first)) return undefined;
  return cjkLength(first) >= 2 ? chineseJobOrder(first) : englishJobOrder(first);
}
