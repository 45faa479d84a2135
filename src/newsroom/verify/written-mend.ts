/** A mended sentence without what models write around it. Pure. */
import { bareMarkdown } from '../../text/bare-markdown.ts';

/** "Here is the revised sentence:", "Corrected:", 修訂後的句子： */
const LEAD_IN =
  /^(?:(?:here(?:['’]s| is) (?:the|my|a) |the )?(?:revised|corrected|rewritten|mended|updated|fixed|edited)(?: (?:sentence|version|text|title|headline))?(?: \d+)?|(?:new|sentence) (?:sentence|text|version|\d+)|(?:以下是|以下為)?(?:修訂|修正|更正|改寫|修改|更新|修订|改写)(?:後|后|版)?(?:的)?(?:句子|版本|標題|标题)?)\s*[:：]\s*/iu;

/** In place of no text: "[removed]", "Remove this sentence.", "N/A", （已刪除） */
const TAKEN_OUT =
  /^(?:(?:(?:this|the|entire|whole) )*sentence )?(?:(?:is|was|has been|should be|to be) )?(?:removed?|deleted?|omit(?:ted)?|taken out)(?: (?:this|the|entire|whole|sentence))*$|^(?:none|null|n a|empty(?: string)?)$|^(?:已)?(?:刪除|删除|移除|刪去|删去)(?:了)?(?:此句|本句|該句|整句|這句|这句)?$|^無$/iu;

/** What the reporter tells its editor: "No source mentions this.", 來源未有提及。 */
const OF_SOURCES =
  /^(?:(?:the |these )?(?:provided |given |cited )?(?:sources?|passages?)\b.{0,30} (?:do(?:es)? not|don['’]t|doesn['’]t|never|nowhere) (?:mention|say|support|give|state|confirm|contain|specify|bear)|(?:no|none of the) (?:\w+ )?(?:sources?|passages?) (?:mention|say|support|give|state|confirm|contain|specif|bear)|(?:this (?:\w+ )?)?(?:is |was )?not (?:found|supported|mentioned|stated|borne out) (?:in|by) (?:\w+ ){0,3}(?:sources?|passages?|material)\b)|^(?:資料|来源|來源|消息來源|原文|文中|段落)(?:中|內|裏)?(?:都|均)?(?:沒有|没有|未有|並無|并无|未)(?:提及|提到|說明|说明|支持|提供)/iu;

/**
 * The sentence that is meant; empty where the answer says that it is taken out.
 * @param old the sentence as it stands in the text, with its marks
 */
export function writtenMend(text: string, i: number, old: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const isMarked = /^[-*#>]|\*\*/u.test(old.trim());
  const bare = (isMarked ? line : bareMarkdown(line)).replace(numberAs(i), '').replace(LEAD_IN, '');
  const words = bare
    .replace(/\[\d+\]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (TAKEN_OUT.test(words) || OF_SOURCES.test(bare)) return '';
  return /^["“「]/u.test(old.trim()) ? bare : bare.replace(/^["“「]([^"“”「」]+)["”」]$/u, '$1');
}

/** The number under which the sentence was asked about, before its text: "5.", "[5]", "(5)". */
function numberAs(i: number): RegExp {
  return new RegExp(String.raw`^(?:\[${i}\]|\(${i}\)|${i}[.):：、])(?:\s+(?=\S)|(?![\d\s]))`, 'u');
}
