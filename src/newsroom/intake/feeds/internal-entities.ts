/**
 * Entities that a feed declares in its own doctype: `<!ENTITY city "Kowloon">`, then `&city;`.
 *
 * Only short texts are inserted. A declaration that names another entity, a file or a parameter is passed over, so that
 * nothing grows from itself and nothing is fetched; what all references insert together is bounded.
 */

const MOST_ENTITIES = 100;
const MOST_CHARACTERS = 1_000;
const MOST_INSERTED = 200_000;
const PROLOGUE = 50_000;
const DECLARED = /<!ENTITY\s+([A-Za-z_][\w.-]{0,60})\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
const XML_NAMES = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
/** A reference to anything but a character. */
const NESTED = /&(?!#\d{1,7};|#x[\da-f]{1,6};|(?:amp|lt|gt|quot|apos);)|%[\w.-]+;/i;

/** Entities that a document declares itself, put in; bounded, so that nested ones cannot grow. */
export function withInternalEntities(xml: string): string {
  const root = xml.slice(0, PROLOGUE).search(/<(?:rss|feed|rdf:rdf|channel|\w+:(?:rss|feed|rdf))[\s>]/i);
  if (root < 0) return xml;
  const entities = declaredIn(xml.slice(0, root));
  if (entities.size === 0) return xml;
  let inserted = 0;
  const body = xml
    .slice(root)
    .replace(/<!\[CDATA\[[^]*?(?:\]\]>|$)|&([A-Za-z_][\w.-]{0,60});/g, (written, name) => {
      const text = typeof name === 'string' ? entities.get(name) : undefined;
      if (text === undefined || inserted + text.length > MOST_INSERTED) return written;
      inserted += text.length;
      return text;
    });
  return xml.slice(0, root) + body;
}

function declaredIn(prologue: string): Map<string, string> {
  const entities = new Map<string, string>();
  if (!/<!DOCTYPE/i.test(prologue)) return entities;
  for (const [, name = '', double, single] of prologue.matchAll(DECLARED)) {
    const text = double ?? single ?? '';
    if (entities.size >= MOST_ENTITIES) break;
    // The first declaration of a name counts.
    if (text.length <= MOST_CHARACTERS && !NESTED.test(text) && !XML_NAMES.has(name) && !entities.has(name))
      entities.set(name, text);
  }
  return entities;
}
