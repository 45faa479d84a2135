/** Parses HTML: linkedom is fast and small; jsdom reads whatever a browser reads. */
import { createRequire } from 'node:module';
import type { DomDocument } from './dom.ts';
import { writtenOut } from './written-out.ts';
import { parseUrl } from '../../text/parse-url.ts';

/** Undefined when the parser fails. */
export async function byLinkedom(html: string): Promise<DomDocument | undefined> {
  const { parseHTML } = await import('./linkedom.ts');
  try {
    return parseHTML(writtenOut(html)).document as unknown as DomDocument;
  } catch {
    return undefined;
  }
}

/** Undefined when the parser fails. Nothing of the page is executed or loaded. */
export function byJsdom(html: string, url: string): DomDocument | undefined {
  try {
    // jsdom's types would bring the compiler's DOM library into the whole desk.
    const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
      JSDOM: new (html: string, options: { url: string }) => { window: { document: DomDocument } };
    };
    return new JSDOM(html, { url: parseUrl(url) ? url : 'about:blank' }).window.document;
  } catch {
    return undefined;
  }
}
