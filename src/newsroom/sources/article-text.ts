/**
 * The text of an article's DOM: one paragraph a line. Blocks end lines; figures, asides, navigation and what
 * is marked as promotion are left out, and so are blocks that consist of links.
 */
import { isElement, TEXT, type DomElement, type DomNode } from './dom.ts';

const BLOCKS = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE BODY BR CENTER DD DETAILS DIV DL DT FIELDSET FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION TABLE TBODY TD TH TR UL'.split(
    ' ',
  ),
);
const DROPPED = new Set(
  'ASIDE BUTTON FIGCAPTION FIGURE FOOTER FORM IFRAME INPUT NAV NOSCRIPT SCRIPT SELECT STYLE SVG TEMPLATE TEXTAREA VIDEO AUDIO'.split(
    ' ',
  ),
);
const PROMOTION =
  /(?:^|[\s_-])(?:related|share|sharing|social|newsletter|promo|advert|ad-slot|sponsor(?:ed)?|recirc|read-?more|more-on|most-read|comments?|caption|credit|breadcrumbs?|tags?|author-bio|byline|subscribe|paywall|cookie)(?:$|[\s_-])/i;
const BOILERPLATE =
  /^(?:advertisement|read more|related(?: articles| stories| topics)?|share(?: this)?(?: article)?|sign up.{0,60}newsletter.{0,40}|follow us.{0,60}|all rights reserved.{0,60}|©.{0,120}|continue reading|image (?:source|caption|credit).{0,80}|延伸閱讀|相關新聞|廣告|責任編輯.{0,20})[:.]?$/i;

/** Tools of a page, one after the other in a line: "Share this article Copy link Print". */
const TOOLS =
  /share(?: this)?(?: article| story| page)?|copy link|print(?: this)?(?: page| article)?|save|e-?mail|tweet|whats ?app|facebook|twitter|linkedin|reddit|分享(?:文章|此文)?|複製連結|列印|收藏|儲存|轉發/giu;
/** "By Ann Lee Published 12 May, 09:00", "撰文：花以寧 發布時間 …": a line that names an author and says when. */
const BYLINE =
  /^(?:(?:by|words by|reporting by)\s\p{Lu}|撰文|記者|文：|作者).{0,120}(?:published|updated|posted|last modified|發布|發佈|更新|\d{1,2}:\d\d)/iu;
const STAMP =
  /^(?:[^.。!?]{0,80}·\s*){0,3}(?:published|updated|posted|發布時間|更新時間|發佈時間).{0,100}\d{1,2}:\d\d/iu;
const LONGEST_FURNITURE = 200;

/** A short line of the page, not of the article: it ends like no sentence and is made of such parts only. */
function isFurniture(text: string): boolean {
  if (text.length > LONGEST_FURNITURE || /[.!?。！？]["”」]?$/u.test(text)) return false;
  if (BYLINE.test(text) || STAMP.test(text)) return true;
  const rest = text.replace(TOOLS, '').replace(/[\s|·•,、/-]+/gu, '');
  return rest === '' && text.length > 0;
}

export function articleText(root: DomNode): string {
  const lines: string[] = [];
  let line = '';
  const endLine = () => {
    const text = line.replace(/[\s\u00a0]+/g, ' ').trim();
    if (text !== '' && !BOILERPLATE.test(text) && !isFurniture(text)) lines.push(text);
    line = '';
  };
  const walk = (node: DomNode) => {
    if (node.nodeType === TEXT) {
      line += node.textContent ?? '';
      return;
    }
    if (!isElement(node) || isDropped(node)) return;
    const isBlock = BLOCKS.has(node.nodeName.toUpperCase());
    if (isBlock) endLine();
    for (const child of node.childNodes) walk(child);
    if (isBlock) endLine();
  };
  if (isElement(root)) for (const child of root.childNodes) walk(child);
  endLine();
  return lines.join('\n');
}

function isDropped(element: DomElement): boolean {
  const name = element.nodeName.toUpperCase();
  if (DROPPED.has(name)) return true;
  const hints = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
  const text = (element.textContent ?? '').trim();
  // A hint on something as long as an article is the layout's word for the whole.
  if (PROMOTION.test(hints) && text.length < 600) return true;
  return (name === 'UL' || name === 'DIV' || name === 'P' || name === 'LI') && isLinks(element, text);
}

/** Nearly nothing but links: a list of further reading. */
function isLinks(element: DomElement, text: string): boolean {
  if (text.length === 0 || text.length > 1_200) return false;
  const linked = [...element.querySelectorAll('a')].map((a) => (a.textContent ?? '').trim().length);
  const length = linked.reduce((sum, n) => sum + n, 0);
  return length / text.length > 0.8 && (linked.length >= 2 || text.length < 120);
}
