/** Characteristics of a page besides its article. Taken before Readability, which changes the page. */
import { lettersIn } from './block-tree.ts';
import type { DomDocument, DomElement } from './dom.ts';
import { oneLine } from './one-line.ts';
import { isWithin, type PageElements } from './page-elements.ts';
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

const HEADLINE = 25;
const MOST_VISIBLE = 60_000;

/** A page's links, buttons, forms, and words of paywalls. */
export function signsOf(document: DomDocument, elements: PageElements): PageSigns {
  const { text } = elements;
  const links = elements.named('a').map((link) => (link.textContent ?? '').slice(0, 400));
  const linked = links.reduce((sum, words) => sum + lettersIn(words), 0);
  const buttons = elements.all.filter(isButton).slice(0, 200);
  return {
    title: oneLine((document.title ?? '').slice(0, 1_000)),
    visible: oneLine(text.slice(0, MOST_VISIBLE)),
    frames: ['frameset', 'frame', 'iframe'].reduce((sum, name) => sum + elements.named(name).length, 0),
    headlineLinks: links.filter((words) => weight(oneLine(words)) >= HEADLINE).length,
    linkedHeadings: linkedHeadings(elements),
    linkedShare: linked / Math.max(1, lettersIn(text)),
    passwordFields: elements.named('input').filter((input) => isOfType(input, 'password')).length,
    buttons: buttons
      .map((it) => it.textContent || it.getAttribute('value') || '')
      .join('\n')
      .slice(0, 8_000),
  };
}

const HEADINGS = ['h2', 'h3', 'h4'];

/** Headings within a link, and links within a heading. */
export function linkedHeadings({ named }: PageElements): number {
  const links = named('a').filter((link) => isWithin(link, ({ localName }) => HEADINGS.includes(localName)));
  const headings = HEADINGS.flatMap(named).filter((heading) =>
    isWithin(heading, ({ localName }) => localName === 'a'),
  );
  return links.length + headings.length;
}

function isButton(element: DomElement): boolean {
  const { localName } = element;
  if (localName === 'input') return isOfType(element, 'submit');
  return localName === 'button' || element.getAttribute('role') === 'button';
}

function isOfType(input: DomElement, type: string): boolean {
  return input.getAttribute('type')?.toLowerCase() === type;
}
