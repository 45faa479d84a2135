/** Runs Readability on a document and extracts the text of the result. */
import { articleText, type ArticleText } from './article-text.ts';
import { lettersIn } from './block-tree.ts';
import { isElement, type DomDocument, type DomElement, type DomNode } from './dom.ts';
import { isHinted } from './hints.ts';
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

const LONGEST = 400;
const HOLDS_BLOCKS = 'div, article, section, blockquote, ul, ol, table, h1, h2, h3, p + p, img + p';
/** Readability uses and removes these author elements itself. */
const AUTHOR = /byline|author|writtenby|p-author/i;
const POST = /social|tweet|embed/i;

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

/**
 * Keep what Readability would lose: it replaces a `div` by its only paragraph, losing a class that says "caption" or
 * "tool"; and it drops anything called "social", including posts that an article quotes.
 */
function makeReady(elements: PageElements): void {
  const most = lettersIn(elements.text) * 0.1;
  for (const quote of elements.named('blockquote')) keepPost(quote);
  for (const div of elements.named('div')) {
    const named = `${div.getAttribute('class') ?? ''} ${div.getAttribute('id') ?? ''}`;
    if (!isHinted(named) || AUTHOR.test(named)) continue;
    const letters = lettersIn(div.textContent ?? '');
    if (letters > 0 && letters <= Math.min(LONGEST, most) && div.querySelector(HOLDS_BLOCKS) === null)
      div.remove();
  }
}

function keepPost(quote: DomElement): void {
  let around: DomElement | null = quote;
  for (let up = 0; up < 3 && around !== null; up++, around = around.parentElement)
    if (POST.test(around.getAttribute('class') ?? '')) around.removeAttribute('class');
}
