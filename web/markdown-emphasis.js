/**
 * Pairing the marks of emphasis with a stack: `**bold *and italic***`. Linear in the number of marks.
 */
import { h } from './dom.js';

/** @typedef {{ text: string } | { node: Node } | { mark: string, opens: boolean, closes: boolean }} Token */

const TAGS = /** @type {const} */ ({ '***': 'em', '**': 'strong', '*': 'em', __: 'u', _: 'em', '~~': 's' });

/**
 * Nest what stands between matching marks; marks without a partner stay text.
 * @param {Token[]} all
 */
export function paired(all) {
  /** @type {{ mark: string, nodes: (Node | string)[] }[]} */
  const open = [{ mark: '', nodes: [] }];
  /** @type {Map<string, number>} */
  const waiting = new Map();
  const top = () => /** @type {{ mark: string, nodes: (Node | string)[] }} */ (open.at(-1));

  const demote = () => {
    const { mark, nodes } = top();
    open.pop();
    waiting.set(mark, (waiting.get(mark) ?? 1) - 1);
    top().nodes.push(mark);
    for (const node of nodes) top().nodes.push(node);
  };

  for (const token of all) {
    if ('text' in token) top().nodes.push(token.text);
    else if ('node' in token) top().nodes.push(token.node);
    else if (token.closes && (waiting.get(token.mark) ?? 0) > 0) {
      while (top().mark !== token.mark) demote();
      const { mark, nodes } = top();
      open.pop();
      waiting.set(mark, (waiting.get(mark) ?? 1) - 1);
      const element = h(TAGS[/** @type {keyof typeof TAGS} */ (mark)], {});
      element.append(...nodes);
      top().nodes.push(mark === '***' ? h('strong', {}, element) : element);
    } else if (token.opens && open.length < 24) {
      open.push({ mark: token.mark, nodes: [] });
      waiting.set(token.mark, (waiting.get(token.mark) ?? 0) + 1);
    } else top().nodes.push(token.mark);
  }
  while (open.length > 1) demote();
  return top().nodes;
}
