/**
 * An order about the automations of the channel in plain words: "remind us every weekday at 7:30 to check the diary",
 * "pause the planner", 「取消日程提醒」.
 *
 * Only an order that opens what somebody says is one. What is quoted, reported ("Ann said …"), asked about ("do you
 * remember when …"), denied ("don't remind us …") or tied to an event ("remind us if …") is none.
 */
import { cjkLength } from '../../text/cjk.ts';
import { chineseJobOrder } from './job-order-chinese.ts';
import { englishJobOrder } from './job-order-english.ts';
import type { JobOrder } from './job-order.ts';

/** The order in `text`, or undefined. */
export function jobOrder(text: string): JobOrder | undefined {
  const [first = ''] = text.trim().split('\n');
  if (/^[>"“”'‘「『*`|]/u.test(first)) return undefined;
  return cjkLength(first) >= 2 ? chineseJobOrder(first) : englishJobOrder(first);
}
