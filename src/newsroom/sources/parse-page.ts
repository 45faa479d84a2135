/** Source to DOM: linkedom, which is quick and small, and jsdom, which reads whatever a browser reads. */
import { createRequire } from 'node:module';
import type { DomDocument } from './dom.ts';
import { writtenOut } from './written-out.ts';
import { parseUrl } from '../../text/parse-url.ts';

/** Undefined where the parser gives up. */
export async function byLinkedom(html: string): Promise<DomDocument | undefined> {
  const { parseHTML } = await import('linkedom');
  try {
    return parseHTML(writtenOut(html)).document as unknown as DomDocument;
  } catch {
    return undefined;
  }
}

/** Undefined where the parser gives up. Nothing is executed and nothing is loaded. */
export function byJsdom(html: string, url: string): DomDocument | undefined {
  // The types of jsdom would bring the compiler's DOM library into the whole desk.
  const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
    JSDOM: new (html: string, options: { url: string }) => { window: { document: DomDocument } };
  };
  try {
    return new JSDOM(html, { url: parseUrl(url) ? url : 'about:blank' }).window.document;
  } catch {
    return undefined;
  }
}
