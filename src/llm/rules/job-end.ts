/**
 * Orders about automations that repeat and end: "remind us every day at 8 until Friday to check the diary"; and about the
 * end of one that there is: "end the diary on Friday", 「日程做到十二月五號為止」.
 */
import { cjkLength } from '../../text/cjk.ts';
import { chineseWhensIn } from '../../text/when/chinese.ts';
import { endIn } from '../../text/when/ends.ts';
import type { JobOrder } from './job-order.ts';

const RUN_UNTIL =
  /^(?:let|keep|have|run|extend|continue|leave) (?<job>.+?)(?: (?:run|running|go|going|on|repeat|repeating))* (?<end>(?:(?:up )?(?:until|till?)|up to|to|for) .+)$/iu;
const END_ON =
  /^(?:end (?<job>.+?)|(?<named>.+?) (?:(?:should|must|can|is to) end|ends)) (?:(?:on|at|by|after) (?=\S)|(?=to(?:day|night|morrow)\b))(?<end>.+)$/iu;
const RUN_UNTIL_HAN =
  /^(?:[將把讓])?(?<job>.+?)(?:就|會)?(?:做|行|執行|運行|延長|延|維持|繼續)?(?<end>(?:一直)?(?:直到|直至|至到|[到至]).+|(?:直到|直至)另行通知)$/u;
const END_ON_HAN = /^(?:[將把讓])?(?<words>.+?)(?:就|會)?(?:完結|結束|終止|完)$/u;

/**
 * @param read the order in a sentence without an end
 * @returns the order in `text`; with its end, if that belongs to it.
 */
export function withEnd(
  text: string,
  read: (sentence: string) => JobOrder | undefined,
): JobOrder | undefined {
  const end = endIn(text);
  const order = end && read(end.rest);
  if (order?.action === 'ask' && order.missing === 'what' && repeats(order.what)) return order;
  if (order?.action === 'add' && repeats(order.schedule)) return { ...order, until: end!.said };
  return read(text);
}

/** An order on the end of an automation, which it names as the sentence does; undefined in other sentences. */
export function endOrder(sentence: string): Extract<JobOrder, { action: 'edit' }> | undefined {
  const said = cjkLength(sentence) >= 2 ? inChinese(sentence) : inEnglish(sentence);
  const { said: until, rest = '' } = (said && endIn(said.end)) ?? {};
  if (said === undefined || until === undefined || rest !== '') return undefined;
  const when = /^\p{Script=Han}/u.test(until) ? until : `run ${until}`;
  return { action: 'edit', job: said.job, when, becomes: { until } };
}

interface SaidEnd {
  readonly job: string;
  readonly end: string;
}

function inEnglish(sentence: string): SaidEnd | undefined {
  const { job: run, end: until } = RUN_UNTIL.exec(sentence)?.groups ?? {};
  if (run !== undefined && until !== undefined) return { job: run, end: until.replace(/^to /iu, 'until ') };
  const { job, named = job, end } = END_ON.exec(sentence)?.groups ?? {};
  return named === undefined || end === undefined ? undefined : { job: named, end: `until ${end}` };
}

function inChinese(sentence: string): SaidEnd | undefined {
  const { job, end } = RUN_UNTIL_HAN.exec(sentence)?.groups ?? {};
  if (job !== undefined && end !== undefined) return { job, end };
  const words = END_ON_HAN.exec(sentence)?.groups?.['words'] ?? '';
  const day = chineseWhensIn(words).find(({ start, end: last }) => start > 0 && last === words.length);
  return day && { job: words.slice(0, day.start).replace(/[喺在於]$/u, ''), end: `到${day.said}` };
}

/** "Remind me tomorrow at 9 to hold the story until Friday": the end is the task's. */
function repeats(schedule: string): boolean {
  return /^(?:every|each|daily|hourly|weekdays|[每逢平])/iu.test(schedule);
}
