/**
 * What feeds get wrong before a strict parser may see them: junk before the first tag, characters that XML
 * forbids, `&` that begins no reference, and the names of HTML characters, which XML does not know. Each step goes
 * through the text once, whatever is left open in it.
 */
import { namedText } from './html-entities.ts';

const XML_NAMES = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function repairXml(text: string): string {
  const start = text.search(/<(?:\?xml|!--|!doctype|[a-z])/i);
  const cut = (start < 0 ? text : text.slice(start)).replace(FORBIDDEN, '');
  // A transfer that lost its last character is still the whole feed.
  const xml = cut.replace(/(<\/[\w:]+)\s*$/, '$1>');
  return outsideCharacterData(withoutDoctype(xml), repairReferences);
}

/** A doctype could define entities that grow without end, or none that matter: those of HTML are read below. */
function withoutDoctype(xml: string): string {
  const root = xml.search(/<[a-z]/i);
  const start = xml.slice(0, root < 0 ? undefined : root).search(/<!doctype/i);
  if (start < 0) return xml;
  const end = /[>[]/g;
  end.lastIndex = start;
  if (end.exec(xml)?.[0] === '[') {
    // Its own declarations end with the first bracket that closes it.
    const subset = /\]\s*>/g;
    subset.lastIndex = end.lastIndex;
    end.lastIndex = subset.exec(xml) === null ? 0 : subset.lastIndex;
  }
  return end.lastIndex === 0 ? xml : xml.slice(0, start) + xml.slice(end.lastIndex);
}

/** In a CDATA section `&` is just a character. */
function outsideCharacterData(xml: string, change: (part: string) => string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const open = xml.indexOf('<![CDATA[', at);
    const close = open < 0 ? -1 : xml.indexOf(']]>', open);
    if (close < 0) return parts.join('') + change(xml.slice(at));
    parts.push(change(xml.slice(at, open)), xml.slice(open, close + 3));
    at = close + 3;
  }
}

const REFERENCE = /&(?:(#x[0-9a-f]{1,6}|#\d{1,7});|([a-z][a-z0-9]{0,30});)?/iy;

/** A loop, as `replace` with a function keeps every match in memory until it has the last. */
function repairReferences(xml: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let open = xml.indexOf('&'); open >= 0; open = xml.indexOf('&', at)) {
    REFERENCE.lastIndex = open;
    const [whole, number, name] = REFERENCE.exec(xml) ?? ['&'];
    parts.push(xml.slice(at, open), repaired(whole, number, name));
    at = open + whole.length;
  }
  return parts.join('') + xml.slice(at);
}

function repaired(whole: string, number: string | undefined, name: string | undefined): string {
  if (number !== undefined) return isXmlCharacter(number) ? whole : '';
  if (name === undefined) return '&amp;';
  if (XML_NAMES.has(name)) return whole;
  return namedText(name) ?? `&amp;${name};`;
}

function isXmlCharacter(reference: string): boolean {
  const code = /^#x/i.test(reference) ? parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
}
