/**
 * Prepares a page's source for a parser: removes what readers don't see (scripts, styles, drawings, comments), which
 * is most of a modern page, and keeps JSON-LD separately. Sources that are not a page, or too large, are reported
 * before a parser spends time and memory on them.
 *
 * One pass, linear in the source's length.
 */
import type { PageProblem } from './article.ts';

export interface PreparedPage {
  readonly html: string;
  /** The contents of the page's JSON-LD scripts, unparsed. */
  readonly jsonLd: readonly string[];
  /** Whether scripts were removed. */
  readonly scripted: boolean;
}

/** Limits on characters, before and after removal, and on nesting. Browsers don't nest deeper than 512 either. */
const MOST_CHARACTERS = 24_000_000;
const MOST_TO_PARSE = 2_500_000;
const MOST_ELEMENTS = 40_000;
const DEEPEST = 256;
const MOST_JSON_LD = 2_000_000;

/** The page without what is never read, or why it isn't parsed: not HTML, too large, too complex. */
export function preparePage(source: string): PreparedPage | { readonly problem: PageProblem } {
  const sniffed = sniff(source);
  if (sniffed !== undefined) return { problem: sniffed };
  if (source.length > MOST_CHARACTERS) return { problem: 'too_large' };
  const page = withoutUnseen(source);
  if (page.html.length > MOST_TO_PARSE) return { problem: 'too_large' };
  if (isTooComplex(page.html)) return { problem: 'too_complex' };
  return { ...page, html: page.html.replaceAll('\0', '') };
}

/** What the source is, if it isn't a page. */
function sniff(source: string): PageProblem | undefined {
  const head = source.slice(0, 2_000).trimStart();
  if (head === '' && source.trim() === '') return 'empty';
  if (head.startsWith('%PDF-')) return 'pdf';
  if (isBinary(source.slice(0, 4_000))) return 'binary';
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]{0,500}-->\s*)*<(?:rss|feed|rdf:RDF)[\s>]/.test(head)) return 'feed';
  if (/^[[{]/.test(head) && !/<(?:html|body|p|div)[\s>]/i.test(head))
    return isJson(source) ? 'json' : undefined;
  return undefined;
}

/** Control characters and replacement characters are rare in text; so are runs of NUL. */
function isBinary(start: string): boolean {
  const count = (odd: RegExp) => start.match(odd)?.length ?? 0;
  const controls = count(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g);
  return (controls > 8 && controls / start.length > 0.05) || count(/\0/g) / start.length > 0.3;
}

function isJson(source: string): boolean {
  if (source.length > MOST_JSON_LD) return true;
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}

const UNSEEN = /<(script|style|svg|math|template|object|canvas)(?=[\s/>])|<!--/gi;

function withoutUnseen(source: string): PreparedPage {
  const kept: string[] = [];
  const jsonLd: string[] = [];
  const unclosed = new Set<string>(); // searched once, and missing from here on
  let scripted = false;
  let at = 0;
  UNSEEN.lastIndex = 0;
  for (let open = UNSEEN.exec(source); open !== null; open = UNSEEN.exec(source)) {
    const name = open[1]?.toLowerCase() ?? '--';
    const inside = UNSEEN.lastIndex;
    const end = unclosed.has(name) ? undefined : endOf(source, name, open.index + 2);
    if (end === undefined) unclosed.add(name);
    // Unclosed scripts and styles extend to the end, as in a browser; other unclosed elements are left to the parser.
    if (end === undefined && name !== 'script' && name !== 'style') continue;
    kept.push(source.slice(at, open.index));
    at = end ?? source.length;
    if (name === 'script') {
      scripted = true;
      const ld = jsonLdOf(source.slice(inside, at));
      if (ld !== undefined) jsonLd.push(ld);
    }
    UNSEEN.lastIndex = at;
  }
  kept.push(source.slice(at));
  return { html: kept.join(''), jsonLd, scripted };
}

/** The offset after a comment, or after an element's closing tag. */
export function endOf(source: string, name: string, from: number): number | undefined {
  let close = from;
  if (name !== '--') {
    const tag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    tag.lastIndex = from;
    if (!tag.test(source)) return undefined;
    close = tag.lastIndex;
  }
  const end = source.indexOf(name === '--' ? '-->' : '>', close);
  return end < 0 ? undefined : end + (name === '--' ? 3 : 1);
}

/** @param script from after `<script` to after its closing tag */
function jsonLdOf(script: string): string | undefined {
  const tag = script.slice(0, 500);
  const body = tag.indexOf('>') + 1;
  if (body === 0 || !/application\/ld\+json/i.test(tag.slice(0, body))) return undefined;
  if (script.length > MOST_JSON_LD) return undefined;
  const end = script.lastIndexOf('</');
  return script.slice(body, end < 0 ? undefined : end);
}

/** Tags that must be closed; unclosed ones nest. */
const TAG = /<(\/?)([a-z][a-z0-9:-]*)/gi;
const UNNESTED = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option optgroup html head body colgroup rp rt'.split(
    ' ',
  ),
);

function isTooComplex(html: string): boolean {
  let elements = 0;
  let depth = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(html); tag !== null; tag = TAG.exec(html)) {
    const closes = tag[1] === '/';
    if (!closes && ++elements > MOST_ELEMENTS) return true;
    if (UNNESTED.has(tag[2]!.toLowerCase())) continue;
    depth = Math.max(0, depth + (closes ? -1 : 1));
    if (depth > DEEPEST) return true;
  }
  return false;
}
