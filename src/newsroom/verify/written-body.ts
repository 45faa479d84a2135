/** A body without what models write before a story. Pure. */
import { bareMarkdown } from '../../text/bare-markdown.ts';

/** "Update:", "**UPDATE:**", "Here's the updated story:", "Revised draft:", 更新：, 以下是修訂後的報道： */
const LEAD_IN =
  /^(\*\*)?(?:update|here(?:['’]s| is) (?:the|my|an?) (?:(?:revised|corrected|rewritten|updated|new|final) )?(?:update|story|report|article|draft|version)|(?:revised|corrected|rewritten|updated) (?:story|report|article|draft|version)|(?:以下是|以下為)?(?:修訂|修正|改寫|更新|修订|改写)(?:後|后|版)?的?(?:報道|報導|报道|稿件|版本)?)(?:\1\s*[:：]|[:：]\1)\s*/iu;

const TITLE_LABEL = /^(?:title|headline|標題|标题)\s*[:：]\s*/iu;

/** The body without an introduction and without its own title as first line; as it is where nothing else is in it. */
export function writtenBody(body: string, title: string): string {
  const story = withoutTitle(withoutTitle(body, title).replace(LEAD_IN, ''), title);
  return story === '' ? body : story;
}

function withoutTitle(body: string, title: string): string {
  const [first = '', ...rest] = body.trimStart().split('\n');
  const line = bareMarkdown(first.replace(/^#+\s*/u, '')).replace(TITLE_LABEL, '');
  return line !== '' && plain(line) === plain(title) ? rest.join('\n').trimStart() : body;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
