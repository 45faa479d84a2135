/**
 * Adds the `html`, `head` and `body` tags that HTML allows authors to omit. linkedom doesn't, so a page without
 * `body` would have no text, and one without `head` no title.
 */
import { endOf } from './prepare-page.ts';

/** A start tag, end tag or declaration; sticky. A `>` in quotes does not end it. */
const TAG = /<[!?/]?([a-z][a-z0-9-]{0,20})?(?:"[^"]*"|'[^']*'|[^'">])*>/iy;
/** Elements that a browser puts into the head when they come first. */
const OF_HEAD = new Set([
  'title',
  'meta',
  'link',
  'base',
  'basefont',
  'bgsound',
  'script',
  'style',
  'noscript',
]);
/** Elements whose content up to the closing tag belongs to them. */
const WITH_CONTENT = new Set(['title', 'script', 'style', 'noscript']);
const FRAME = /<\/?(?:html|head|body)(?:\s[^<>]*)?>/gi;
/** An attribute's value may be long (a picture in a data URL); anything longer is not a tag. */
const LONGEST_TAG = 100_000;

/** Returns the source unchanged if it has all three. Linear in the source's length. */
export function writtenOut(html: string): string {
  if (['html', 'head', 'body|frameset'].every((name) => new RegExp(`<(?:${name})[\\s>]`, 'i').test(html)))
    return html;
  let htmlTag = '<html>';
  let bodyTag = '<body>';
  const head: string[] = [];
  let at = 0;
  for (let tag = tagAt(html, at); tag !== undefined; tag = tagAt(html, at)) {
    const { name, text, end } = tag;
    const isClosing = text.startsWith('</');
    if (name === 'html' && !isClosing) htmlTag = text;
    else if (name === 'body' && !isClosing) bodyTag = text;
    else if (OF_HEAD.has(name) && !isClosing) {
      const whole = WITH_CONTENT.has(name) ? (endOf(html, name, end) ?? html.length) : end;
      head.push(html.slice(end - text.length, whole));
      at = whole;
      continue;
    } else if (!['', 'html', 'head'].includes(name)) break;
    at = end;
    if (name === 'body') break;
  }
  return `<!doctype html>${htmlTag}<head>${head.join('')}</head>${bodyTag}${html.slice(at).replace(FRAME, '')}</body></html>`;
}

/** The tag at `from`, after white space; undefined when there is text or nothing. Declarations have no name. */
function tagAt(html: string, from: number): { name: string; text: string; end: number } | undefined {
  let start = from;
  while (/[\s\ufeff]/.test(html.charAt(start))) start += 1;
  if (html.charAt(start) !== '<') return undefined;
  TAG.lastIndex = 0;
  const [text, name = ''] = TAG.exec(html.slice(start, start + LONGEST_TAG)) ?? [];
  return text === undefined
    ? undefined
    : { name: /^<[!?]/.test(text) ? '' : name.toLowerCase(), text, end: start + text.length };
}
