/** Characteristics of a page besides its article. Taken before Readability, which changes the page. */
import { lettersIn } from './block-tree.ts';
import type { DomDocument } from './dom.ts';
import { oneLine } from './one-line.ts';
import { weight } from './weight.ts';

export interface PageSigns {
  readonly title: string;
  /** The visible text, cut to a length that is quick to search. */
  readonly visible: string;
  readonly frames: number;
  /** Links with as many words as a headline. */
  readonly headlineLinks: number;
  /** Headings that are links. */
  readonly linkedHeadings: number;
  /** The share of the body's letters in links. */
  readonly linkedShare: number;
  readonly passwordFields: number;
  /** The texts of buttons. */
  readonly buttons: string;
}

export const LINKED_HEADINGS = 'h2 a, h3 a, h4 a, a h2, a h3, a h4';
const HEADLINE = 25;
const MOST_VISIBLE = 60_000;

/** A page's links, buttons, forms, and words of paywalls. */
export function signsOf(document: DomDocument): PageSigns {
  const { body } = document;
  const text = body?.textContent ?? '';
  const links = [...(body?.querySelectorAll('a') ?? [])].map((link) =>
    (link.textContent ?? '').slice(0, 400),
  );
  const linked = links.reduce((sum, words) => sum + lettersIn(words), 0);
  const count = (selectors: string) => [...document.querySelectorAll(selectors)].length;
  const buttons = [...document.querySelectorAll('button, [role="button"], input[type="submit"]')].slice(
    0,
    200,
  );
  return {
    title: oneLine((document.title ?? '').slice(0, 1_000)),
    visible: oneLine(text.slice(0, MOST_VISIBLE)),
    frames: count('frameset, frame, iframe'),
    headlineLinks: links.filter((words) => weight(oneLine(words)) >= HEADLINE).length,
    linkedHeadings: count(LINKED_HEADINGS),
    linkedShare: linked / Math.max(1, lettersIn(text)),
    passwordFields: count('input[type="password"]'),
    buttons: buttons
      .map((it) => it.textContent || it.getAttribute('value') || '')
      .join('\n')
      .slice(0, 8_000),
  };
}
