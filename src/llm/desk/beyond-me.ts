/**
 * Requests that need a language model, or another way in: translating, shortening, writing on demand, new jobs.
 * They are told from questions, so that nobody is told what sources say to an order.
 */
import type { ChatLanguage } from './say-chat.ts';

export type BeyondMe =
  | { readonly request: 'translate' | 'shorten' | 'write' | 'more' }
  | { readonly request: 'schedule'; readonly what: string; readonly when: string };

const PLEASE =
  /^(?:(?:please|pls|kindly|and|also|hey|could you|can you|would you|will you|i(?:'d| would) like you to|i want you to|唔該|請|麻煩|可以|可唔可以|可不可以|能否|幫我|你)[\s,，]*)+/iu;
const TRANSLATE =
  /^translat(?:e|ion)\b|^(?:say|write|give me|repeat|answer|put) (?:it|this|that|the \w+)\b.{0,20}\b(?:in|into) (?:chinese|cantonese|english|mandarin|french|german|spanish|japanese)\b|翻譯|譯成|譯做|譯為/iu;
const SHORTEN =
  /^(?:make|keep) (?:it|this|that|the (?:story|text|post|article)) (?:\w+ )?(?:shorter|longer|simpler|brief\w*|concise|punchier|clearer)\b|^(?:shorten|rewrite|rephrase|reword|simplify|expand|edit|summari[sz]e|sum up|condense)\b|^(?:give|write|make)(?: me)? (?:a|the|an?other)\s?(?:\w+ )?(?:summary|gist|headline|title)\b|^tl;?dr\b|(?:短|長|簡短|精簡)(?:一)?(?:啲|點|些)|縮短|改寫|重寫|總結|概括|撮要|^摘要/iu;
const SCHEDULE =
  /^(?:remind (?:me|us|everyone|everybody|the (?:desk|team))|set (?:a|an|up a) (?:reminder|job|alarm|timer)|(?:add|create|schedule|make|set up) (?:a |an |another )?(?:new )?(?:cron |scheduled |daily |hourly |weekly )?(?:job|reminder|task|schedule|automation|run)|schedule\b)|提醒(?:我|我哋|我們|大家)|(?:加|新增|建立|設定|安排)(?:一)?(?:個|項)?(?:任務|排程|提醒|工作)/iu;
const WRITE =
  /^(?:post|write|publish|draft|create|make|run|do|prepare)(?: me| us)? (?:a|an|another|one|the|some)?\s?(?:\w+ ){0,2}(?:story|stories|article|articles|piece|report|post|brief|update)\b|^(?:寫|出|發|發布|發佈|報道|報導|整)(?:一|多|返|番)?(?:篇|則|段|條|單)/iu;
const MORE =
  /^(?:also )?(?:cover|report(?: on)?|post|write|publish|add|include|do|run|bring|find|show)(?: about| on)?(?: some| a bit| much)? more\b(?! than)|^more (?!than\b)[\p{L} ]{2,40}$|^(?:start|begin) (?:covering|reporting|posting)\b|^(?:also )?(?:cover|add|include) (?!it\b)[\p{L} ]{2,30} (?:too|as well|also)$|^多(?:啲|些|點|一點|報|出|寫|發)/iu;
const WHEN =
  /\b(?:(?:in|after) (?:an?|\d+|one|two|three|five|ten|fifteen|twenty|thirty) ?(?:s|sec|second|m|min|minute|h|hr|hour|d|day|week)s?\b|(?:every|each) (?:\d+ ?\w+|\w+)(?: at \d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?)?|(?:tomorrow |today |on \w+day )?at \d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|tomorrow|tonight|on \w+day)|\d{1,3} ?(?:分鐘|小時|個鐘|日)後|每(?:日|天|小時|逢\S{2})(?:\S{1,4}點\S{0,2})?|(?:聽日|明天)/iu;

/** Undefined for what the desk can take as it is. */
export function beyondMe(text: string): BeyondMe | undefined {
  const plain = text
    .replace(PLEASE, '')
    .replace(/[\s.!?。！？]+$/u, '')
    .replace(/[,，]?\s*(?:please|pls|thanks|thank you)$/i, '');
  // 提醒 and orders may stand after the time: 「五分鐘後提醒我覆診」.
  if (SCHEDULE.test(plain)) return { request: 'schedule', ...jobIn(plain) };
  if (TRANSLATE.test(plain)) return { request: 'translate' };
  if (SHORTEN.test(plain)) return { request: 'shorten' };
  if (MORE.test(plain)) return { request: 'more' };
  return WRITE.test(plain) ? { request: 'write' } : undefined;
}

function jobIn(plain: string): { what: string; when: string } {
  const when = WHEN.exec(plain)?.[0] ?? '';
  const what = plain
    .replace(when, ' ')
    .replace(SCHEDULE, ' ')
    .replace(/^\s*(?:(?:that|to|about|for|called|named|which|:|：|我|大家)\s*)+/iu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return { what, when: inDigits(when.trim()) };
}

/** "In five minutes" as `/cron add` takes it: "in 5m". */
function inDigits(when: string): string {
  const counts = ['an', 'a', 'one', 'two', 'three', 'five', 'ten', 'fifteen', 'twenty', 'thirty'];
  const values = [1, 1, 1, 2, 3, 5, 10, 15, 20, 30];
  const match = /^(?:in|after) (\w+?) ?(s|m|h|d|w)\w*$/i.exec(when);
  if (match?.[1] === undefined || match[2] === undefined) return when;
  const at = counts.indexOf(match[1].toLowerCase());
  const count = at < 0 ? match[1] : String(values[at]);
  return match[2] === 'w' ? `in ${Number(count) * 7}d` : `in ${count}${match[2].toLowerCase()}`;
}

const ASK = {
  en: 'Ask me what a source says, and I quote the sentence with its link.',
  zh: '你可以問來源怎樣寫，我會引用原句並附連結。',
} as const;

/** What the desk can't do, and what it can do instead. */
export function sayBeyondMe(language: ChatLanguage, wish: BeyondMe): string {
  const zh = language === 'zh';
  switch (wish.request) {
    case 'translate':
      return zh
        ? `我不會翻譯：我沒有使用語言模型，只會引用原文。${ASK.zh}`
        : `I can't translate: I work without a language model and quote sources in their own language. ${ASK.en}`;
    case 'shorten':
      return zh
        ? `我不會撮要或改寫：我沒有使用語言模型，只會引用原句。${ASK.zh}`
        : `I can't summarise, shorten or rewrite: I work without a language model and only quote. ${ASK.en}`;
    case 'write':
      return zh
        ? '我不能應要求寫稿或發稿：報道由排程選題後撰寫。你可以問「下次幾時執行？」或「最近發過什麼？」，也可以訂下略去某類新聞的規則。'
        : 'I can\'t write or post a story on request: stories come from the scheduled runs. Ask "when is the next run?" or "what have you posted?", or give me a rule on what to leave out.';
    case 'more':
      return zh
        ? '我不能增加某類報道：選題的數目由版面設定決定。我可以做的是略去：例如「今日不要體育新聞」。'
        : 'I can\'t cover more of something: how many stories of a kind are picked is set in the edition. What I can do is leave things out: "no more sports today".';
    case 'schedule': {
      const example = `/cron add name:${zh ? '提醒' : 'reminder'} message:${wish.what || (zh ? '交稿' : 'check the diary')} schedule:${wish.when || (zh ? '20分鐘後' : 'in 20m')}`;
      return zh
        ? `我不能在對話中新增任務。請用指令：\`${example}\``
        : `I can't add a job from a message. Use the command: \`${example}\``;
    }
  }
}
