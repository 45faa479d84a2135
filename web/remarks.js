/**
 * What the desk says is off with it, as a strip above the messages. Closed, it stays away until the desk says
 * something else.
 *
 * @import { Store } from './store.js'
 * @import { State } from './shapes.js'
 */
import { h, patch } from './dom.js';
import { icon } from './icons.js';

/**
 * @param {HTMLElement} place
 * @param {Store} store
 */
export function mountRemarks(place, store) {
  const strip = h('div', { class: 'remarks', role: 'status' });
  place.append(strip);
  let closed = '';

  /** @param {State} state */
  const draw = ({ status }) => {
    const remarks = Array.isArray(status?.remarks) ? status.remarks.map(String) : [];
    const sig = remarks.join('\n');
    const close = () => {
      closed = sig;
      draw(store.state);
    };
    const build = () =>
      h(
        'div',
        { class: 'remark-strip' },
        icon('alert'),
        h('div', {}, ...remarks.map((remark) => h('p', {}, remark))),
        h(
          'button',
          { type: 'button', class: 'icon-button', 'aria-label': 'Close the warning', on: { click: close } },
          icon('close'),
        ),
      );
    patch(strip, remarks.length && sig !== closed ? [{ key: 'remarks', sig, build }] : []);
  };
  store.subscribe(draw);
}
