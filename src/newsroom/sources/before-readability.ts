/**
 * Prepares a document for Readability, which loses information: it replaces a `div` by its only paragraph, losing a
 * class that says "caption" or "tool"; and it drops anything called "social", including posts that an article quotes.
 */
import { lettersIn } from './block-tree.ts';
import type { DomElement } from './dom.ts';
import { isHinted } from './hints.ts';
import type { PageElements } from './page-elements.ts';

const LONGEST = 400;
const HOLDS_BLOCKS = 'div, article, section, blockquote, ul, ol, table, h1, h2, h3, p + p, img + p';
/** Readability uses and removes these author elements itself. */
const AUTHOR = /byline|author|writtenby|p-author/i;
const POST = /social|tweet|embed/i;

/** Change a page so that Readability keeps quoted posts and drops elements that only look like the article. */
export function makeReady(elements: PageElements): void {
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
