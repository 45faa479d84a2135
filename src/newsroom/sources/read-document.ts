/** Runs Readability on a document and extracts the text of the result. */
import type { ArticleText } from './article-text.ts';
import { articleText } from './article-text.ts';
import { makeReady } from './before-readability.ts';
import { isElement, type DomDocument, type DomNode } from './dom.ts';
import { pageElements, type PageElements } from './page-elements.ts';
import { linkedHeadings } from './page-signs.ts';
import { weight } from './weight.ts';

export interface Reading extends ArticleText {
  readonly title: string;
  readonly byline: string;
  /** Linked headlines within what Readability took for the article. */
  readonly linkedHeadings: number;
}

/** Below this Readability tries again with fewer rules; Chinese says as much in a third. */
const ENOUGH = 250;
const ENOUGH_CJK = 90;

/** Undefined when nothing is found or Readability throws. Changes the document. */
export async function readDocument(
  document: DomDocument,
  elements: PageElements,
  titles: readonly string[],
): Promise<Reading | undefined> {
  const { Readability } = await import('@mozilla/readability');
  type Page = ConstructorParameters<typeof Readability>[0];
  const headings = elements.named('h1').slice(0, 5);
  const headlines = headings.map((h1) => h1.textContent ?? '');
  try {
    makeReady(elements);
    const reader = new Readability<DomNode>(document as unknown as Page, {
      keepClasses: true,
      disableJSONLD: true, // read separately, from the source
      charThreshold: weight(elements.text) > elements.text.length * 1.5 ? ENOUGH_CJK : ENOUGH,
      serializer: (node) => node as unknown as DomNode,
    });
    const parsed = reader.parse();
    if (!parsed?.content || !isElement(parsed.content)) return undefined;
    const title = parsed.title ?? '';
    const text = articleText(parsed.content, [...titles, ...headlines, title]);
    return {
      ...text,
      title,
      byline: parsed.byline || text.byline,
      linkedHeadings: linkedHeadings(pageElements(parsed.content)),
    };
  } catch {
    return undefined; // another DOM may work better
  }
}
