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

export function articleText(root: DomNode): string {
  const lines: string[] = [];
  let line = '';
  const endLine = () => {
    const text = line.replace(/[\s\u00a0]+/g, ' ').trim();
    if (text !== '' && !BOILERPLATE.test(text)) lines.push(text);
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
