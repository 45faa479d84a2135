/**
 * Pairing the marks of emphasis with a stack: `**bold *and italic***`. Linear in the number of marks.
 */
import { h } from 'preact';
import type { JSX } from 'preact';

export type Inline = JSX.Element | string;
export type Token = { text: string } | { node: Inline } | { mark: string; opens: boolean; closes: boolean };

const TAGS = { '***': 'em', '**': 'strong', '*': 'em', __: 'u', _: 'em', '~~': 's' } as const;
const DEEPEST = 24;

interface Open {
  readonly mark: string;
  readonly nodes: Inline[];
}

/** Nest what stands between matching marks; marks without a partner stay text. */
export function paired(all: Token[]): Inline[] {
  const root: Open = { mark: '', nodes: [] };
  const open = [root];
  const waiting = new Map<string, number>();
  const top = () => open.at(-1) ?? root;

  const close = () => {
    const { mark, nodes } = open.pop() ?? root;
    waiting.set(mark, (waiting.get(mark) ?? 1) - 1);
    return { mark, nodes };
  };
  const demote = () => {
    const { mark, nodes } = close();
    top().nodes.push(mark);
    for (const node of nodes) top().nodes.push(node);
  };

  for (const token of all) {
    if ('text' in token) top().nodes.push(token.text);
    else if ('node' in token) top().nodes.push(token.node);
    else if (token.closes && (waiting.get(token.mark) ?? 0) > 0) {
      while (top().mark !== token.mark) demote();
      const { mark, nodes } = close();
      const element = h(TAGS[mark as keyof typeof TAGS], null, nodes);
      top().nodes.push(mark === '***' ? h('strong', null, element) : element);
    } else if (token.opens && open.length < DEEPEST) {
      open.push({ mark: token.mark, nodes: [] });
      waiting.set(token.mark, (waiting.get(token.mark) ?? 0) + 1);
    } else top().nodes.push(token.mark);
  }
  while (open.length > 1) demote();
  return root.nodes;
}
