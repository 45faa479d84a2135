/** On narrow pages the two sides are drawers over the conversation: one open at a time, closed by Escape. */
import { byId, h } from './dom.js';

/** @param {HTMLElement} app */
export function mountDrawers(app) {
  const scrim = h('div', { class: 'scrim', on: { click: () => close() } });
  app.append(scrim);

  const close = () => {
    app.removeAttribute('data-drawer');
  };
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) close();
  });

  return {
    close,
    /** @param {'rail' | 'panel'} which */
    toggle(which) {
      if (app.getAttribute('data-drawer') === which) return close();
      app.setAttribute('data-drawer', which);
      /** @type {HTMLElement | null} */ (byId(which).querySelector('a, button'))?.focus();
    },
  };
}
