/** Chinese wordings, written and Cantonese, of an order to leave something out. */
import type { Order } from './rule-order.ts';

const POLITE =
  /^(?:請|麻煩|唔該|同埋|另外|仲有|還有|而且|亦|記住|記得|記低|緊記|由而家開始|由現在起|從現在起|從今以後|以後|之後|可唔可以|可不可以|可以|能否|能不能|我哋|我們|大家|你|係咁|好|嗱|咁|喂|早晨|暫時|都|就|，|、|：|:|\s)+/u;
const ASKS = /^(?:.{0,6}?)(?:可唔可以|可不可以|可以|能否|能不能)/u;
const QUESTION =
  /[?？]\s*$|嗎[。！]?$|呢[？?]?$|^(?:點解|為什麼|為甚麼|為何|因何|邊個|幾時|係咪|是否|是不是)/u;
const NOT = '(?:唔好|唔要|不要|不再|別|勿|請勿|唔使|無須|停止|停|暫停|避免)';
const AGAIN = '(?:再|繼續|整|咁多|有)*';
const PUBLISH =
  '(?:出現|出|發佈|發表|發布|發放|發|刊登|刊載|刊|報導|報道|報|推送|推|貼|派|寫|講|揀|選|登|播|post)';
const NEWS = '(?:新聞|消息|文章|報道|報導|稿|故事|貼文|內容|嘢|東西)';

const WORDINGS: readonly (readonly [RegExp, 'certain' | 'perhaps'])[] = [
  [new RegExp(`^${NOT}${AGAIN}${PUBLISH}(?:任何|關於|有關|啲|咗|一切)*(?<what>.+)$`, 'iu'), 'certain'],
  [
    new RegExp(`^(?:跳過|略過|剔除|排除|撇除|剔走|抽起|飛走)(?:任何|關於|有關|所有)*(?<what>.+)$`, 'u'),
    'perhaps',
  ],
  [new RegExp(`^(?:將|把)(?<what>.+?)(?:剔除|排除|撇除|剔走|抽起|略過|跳過)$`, 'u'), 'perhaps'],
  [new RegExp(`^${NOT}${AGAIN}(?:任何|關於|有關|啲|所有)*(?<what>.+?${NEWS})$`, 'u'), 'certain'],
  [new RegExp(`^${NOT}${AGAIN}(?:任何|關於|有關|啲|所有)*(?<what>.+)$`, 'u'), 'perhaps'],
];
/** 唔好意思 is "sorry", 唔緊要 "never mind": these only look like orders. */
const EVERYDAY =
  /^(?:唔好|不要|別|勿)(?:意思|緊|擔心|客氣|嬲|咁|走|急|怕|玩|鬧|笑|話|理|唸|問|講笑|忘記|唔記得|人)|^(?:不要|唔要)緊|^(?:它|佢|呢個|嗰個|這個|那個|我|你|他|她|啦|了|喇|啊)+$/u;

/** Without a word for publishing, an order not to do something else: 「唔好撤回…」, 「唔好漏咗…」. */
const OTHER_DEED =
  /^(?:撤回|撤銷|撤走|刪除|取消|批准|更改|改(?![革組編善])|漏(?![水氣油電])|錯過|減少|停止|暫緩|押後|忘記|重寫|跟進|追蹤)/u;

/** The order in `sentence`, whose words about time have been removed. */
export function chineseOrder(sentence: string): Order | undefined {
  const trimmed = sentence.trim();
  const asks = ASKS.test(trimmed);
  if (QUESTION.test(trimmed) && !asks) return undefined;
  const plain = trimmed
    .replace(/[。！!？?…\s]+$/u, '')
    .replace(/(?:好嗎|得唔得|可以嗎|嗎|呀|啦|喇|了|吧|啊|唔該|謝謝|，|\s)+$/u, '')
    .replace(POLITE, '')
    .replace(/\s+/g, '');
  // With the object in front: 「加密貨幣唔好再出」.
  const fronted = new RegExp(`^(?<what>[^，。]{2,12}?)(?:就|都|暫時)?${NOT}${AGAIN}${PUBLISH}$`, 'iu').exec(
    plain,
  );
  if (fronted?.groups?.['what'] !== undefined) return { what: fronted.groups['what'], certain: true };
  if (EVERYDAY.test(plain)) return undefined;
  for (const [at, [pattern, sureness]] of WORDINGS.entries()) {
    const what = pattern.exec(plain)?.groups?.['what']?.trim();
    if (what === undefined || what === '' || [...what].length > 24) continue;
    if (EVERYDAY.test(what) || (at > 0 && OTHER_DEED.test(what))) return undefined;
    return { what, certain: sureness === 'certain' };
  }
  return undefined;
}
