/**
 * The part of the DOM that extraction uses, common to linkedom and jsdom. It keeps the compiler's DOM library out of
 * the desk.
 */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomNode>;
}

export interface DomElement extends DomNode {
  /** In lower case, on a page of HTML. */
  readonly localName: string;
  readonly parentElement: DomElement | null;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
  remove(): void;
  querySelector(selectors: string): DomElement | null;
  querySelectorAll(selectors: string): Iterable<DomElement>;
}

export interface DomDocument extends DomElement {
  readonly documentElement: DomElement | null;
  readonly body: DomElement | null;
  readonly title: string;
}

const ELEMENT = 1;
export const TEXT = 3;

/** False for text and comments. */
export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT;
}
