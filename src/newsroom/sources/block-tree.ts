/**
 * A tree of elements with measurements for trimming, computed once from the leaves up. It avoids recursion, because
 * pages can be nested thousands deep.
 */
import { isElement, TEXT, type DomElement, type DomNode } from './dom.ts';

export interface Block {
  /** In capitals. */
  readonly name: string;
  readonly element: DomElement;
  /** Texts and elements, in order. */
  readonly children: (string | Block)[];
  /** The letters and digits below it, and how many of them are in links. */
  letters: number;
  linked: number;
  links: number;
  /** Whether there is a quotation below it, such as an embedded post. */
  quotes: boolean;
}

/** The blocks of a document with their text and links. */
export function blockTree(root: DomElement): Block {
  const top = blockOf(root);
  const open: { block: Block; left: Iterator<DomNode>; above: Block | undefined }[] = [];
  const enter = (block: Block, above: Block | undefined) =>
    open.push({ block, left: block.element.childNodes[Symbol.iterator](), above });
  enter(top, undefined);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const next = last.left.next();
    if (next.done) {
      open.pop();
      addUp(last.block, last.above);
      continue;
    }
    const node = next.value;
    if (node.nodeType === TEXT) {
      const text = node.textContent ?? '';
      last.block.children.push(text);
      last.block.letters += lettersIn(text);
    } else if (isElement(node)) {
      const block = blockOf(node);
      last.block.children.push(block);
      enter(block, last.block);
    }
  }
  return top;
}

/** Counts letters and digits, CJK characters as one each; see `weight` for weighting. */
export function lettersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 ? code !== 160 && (code < 0x2000 || code > 0x206f) : isAsciiLetter(code)) count++;
  }
  return count;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function blockOf(element: DomElement): Block {
  const name = element.nodeName.toUpperCase();
  return { name, element, children: [], letters: 0, linked: 0, links: 0, quotes: name === 'BLOCKQUOTE' };
}

function addUp(block: Block, above: Block | undefined): void {
  if (block.name === 'A') {
    block.linked = block.letters;
    block.links += 1;
  }
  if (above === undefined) return;
  above.letters += block.letters;
  above.linked += block.linked;
  above.links += block.links;
  above.quotes ||= block.quotes;
}
