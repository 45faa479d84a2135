/** "What does [2] say?": quotations of the source with that number. */
import type { ChatMessage } from '../chat-model.ts';
import type { LookUpResult } from './chat-shapes.ts';
import type { Locale } from '../../time/locale.ts';

const MOST_CHARACTERS = 900;
const MOST_QUOTES = 2;

/** What to search for: the last citation of the source in the conversation, else the last text. */
export function citedAs(n: number, messages: readonly ChatMessage[]): string {
  const told = messages.filter(({ role }) => role !== 'user').map(({ text }) => text);
  const citing = told.findLast((text) => text.includes(`[${n}]`)) ?? told.at(-1) ?? '';
  const at = citing.indexOf(`[${n}]`);
  const before = citing.slice(0, at < 0 ? undefined : at).replace(/<?https?:\S+|\[\d+\]|[>—]/gu, ' ');
  return before.replace(/\s+/g, ' ').trim().slice(-MOST_CHARACTERS) || `source ${n}`;
}

/** The passages of source `n`, or the existing numbers. */
export function saySource(language: Locale, n: number, { passages }: LookUpResult): string {
  const own = passages.filter((passage) => passage.n === n);
  const [first] = own;
  const zh = language === 'zh';
  if (first === undefined) {
    const known = [...new Map(passages.map((one) => [one.n, one])).values()].sort((a, b) => a.n - b.n);
    const list = known.map(
      ({ n: number, outlet, title, url }) => `- [${number}] ${outlet}: ${title}, <${url}>`,
    );
    const none = zh ? `找不到來源 [${n}] 的句子。` : `I found no sentence of source [${n}].`;
    if (list.length === 0) return none;
    return [none + (zh ? '找到的來源：' : ' The sources that I found:'), ...list].join('\n');
  }
  // In the desk channel several stories have a source with this number.
  const same = own.filter(({ url }) => url === first.url).slice(0, MOST_QUOTES);
  const lead = zh
    ? `來源 [${n}]：${first.outlet}，「${first.title}」`
    : `Source [${n}] is ${first.outlet}: "${first.title}"`;
  return [lead, ...same.map(({ quote }) => `> ${quote}`), `<${first.url}>`].join('\n\n');
}
