/**
 * The elements of a page, found in one walk. A query for each of the questions about a page would walk it each time,
 * and look at each element by way of a compiled selector.
 */
import type { DomElement } from './dom.ts';

export interface PageElements {
  /** Of the body; empty where there is none. */
  readonly text: string;
  /** In document order. */
  readonly all: readonly DomElement[];
  /** Those of one local name, in document order. */
  named(name: string): readonly DomElement[];
}

/** The elements below one, or of a document, as it is now: what is changed later is not in them. */
export function pageElements(root: DomElement): PageElements {
  const all = [...root.querySelectorAll('*')];
  const byName = new Map<string, DomElement[]>();
  for (const element of all) {
    const alike = byName.get(element.localName);
    if (alike === undefined) byName.set(element.localName, [element]);
    else alike.push(element);
  }
  const named = (name: string) => byName.get(name) ?? [];
  return { all, named, text: named('body')[0]?.textContent ?? '' };
}

/** Whether an element around this one passes. */
export function isWithin(element: DomElement, passes: (around: DomElement) => boolean): boolean {
  for (let around = element.parentElement; around !== null; around = around.parentElement)
    if (passes(around)) return true;
  return false;
}
