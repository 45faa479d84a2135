/** The part of the DOM that extraction reads: linkedom and jsdom both have it, and the compiler's own DOM library stays out. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomNode>;
}

export interface DomElement extends DomNode {
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

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT;
}
