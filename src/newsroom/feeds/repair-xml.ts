/**
 * What feeds get wrong before a strict parser may see them: junk before the first tag, characters that XML
 * forbids, `&` that begins no reference, and the names of HTML characters, which XML does not know.
 */
import { namedCharacter } from './html-entities.ts';

const XML_NAMES = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function repairXml(text: string): string {
  const start = text.search(/<(?:\?xml|!--|!doctype|[a-z])/i);
  const cut = (start < 0 ? text : text.slice(start)).replace(FORBIDDEN, '');
  // A transfer that lost its last character is still the whole feed.
  const xml = cut.replace(/(<\/[\w:]+)\s*$/, '$1>');
  // A doctype could define entities that grow without end, or none that matter: those of HTML are read below.
  const bare = xml.replace(/<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>/i, '');
  // In a CDATA section `&` is just a character.
  return bare
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
    .map((part) => (part.startsWith('<![CDATA[') ? part : repairReferences(part)))
    .join('');
}

function repairReferences(xml: string): string {
  return xml.replace(/&(?:(#x[0-9a-f]{1,6}|#\d{1,7});|([a-z][a-z0-9]*);)?/gi, (whole, number, name) => {
    if (number !== undefined) return isXmlCharacter(number as string) ? whole : '';
    if (name === undefined) return '&amp;';
    if (XML_NAMES.has(name as string)) return whole;
    const code = namedCharacter(name as string);
    return code === undefined ? `&amp;${name as string};` : `&#${code};`;
  });
}

function isXmlCharacter(reference: string): boolean {
  const code = /^#x/i.test(reference) ? parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
}
