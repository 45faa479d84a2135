/**
 * Finds leftovers in a story's body: a model's planning, a summary under another name, markup or data. Planning is
 * looked for only at the start of lines, because quoted people do say "let me be clear".
 */
const RESIDUE: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*(?:okay|ok|sure|certainly|alright)?[,!. ]*(?:let me|i['’]ll|i will|i need to|i should|i['’]ve|we need to|first, i|now,? i)\b/imu,
    'the writer speaks of its own work',
  ],
  [
    /^\s*(?:here is|here['’]s) (?:the|a|your|my) (?:story|article|draft|report|piece|json)\b/imu,
    'it introduces itself',
  ],
  [
    /\bas an? (?:ai|language model)\b|作為(?:一個)?(?:AI|人工智能|語言模型)/iu,
    'the writer speaks of being a model',
  ],
  [
    /^\s*\**(?:plan|draft|outline|thoughts?|thinking|reasoning|analysis|notes? to (?:editor|self)|word count|headline|body|todo)\**\s*[:：]/imu,
    'a heading of planning stands in it',
  ],
  [/^\s*(?:以下是|以下為)(?:本?(?:篇|則)?)?(?:報道|報導|文章|草稿|內容)/mu, 'it introduces itself'],
  [/^\s*(?:思考|計劃|規劃|大綱|草稿|字數|備註|標題|正文)\s*[:：]/mu, 'a heading of planning stands in it'],
  [/<\/?think(?:ing)?>/iu, 'thinking stands in it'],
  [/\bTL\s?;?\s?DR\b|懶人包/iu, 'it has a TL;DR'],
  [/\[(?:insert|todo|tbc|placeholder|source needed)[^\]]*\]|\{\{[A-Z_]+\}\}/iu, 'a placeholder stands in it'],
  [/```/u, 'it has a code fence'],
  [/\\n/u, 'line breaks stand in it as signs'],
  // Links belong under the body; this finds addresses in any form.
  [
    /!\[[^\]\n]*\]\(|\]\(\s*<?(?:[a-z][a-z0-9+.-]*:|\/)|^\s*\[[^\]\n]+\]:\s*\S/imu,
    'it has links or pictures in it',
  ],
  [/\b(?!https?:)[a-z][a-z0-9+.-]*:\/\/\S/iu, 'it has links or pictures in it'],
  [/^\s*[{[]\s*"[^"\n]+"\s*[:,]/mu, 'it has JSON in it'],
  [/"(?:body|read_more_urls|story_id|sources_used)"\s*:/u, 'it has JSON in it'],
  [
    /<\/?(?:p|br|div|span|a|ul|ol|li|h[1-6]|strong|em|b|i|u|img|table|script|style|blockquote|section|article)(?:\s[^<>]*)?\/?>/iu,
    'it has HTML in it',
  ],
];

/** Each kind of leftover once, in words; empty for clean copy. */
export function residueIn(body: string): string[] {
  return [...new Set(RESIDUE.filter(([pattern]) => pattern.test(body)).map(([, what]) => what))];
}
