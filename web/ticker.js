/** Keeps relative times on the page true: every element with `data-relative` (ms since the epoch). */
import { ticked } from './words.js';

export function startTicker() {
  setInterval(() => {
    const now = Date.now();
    for (const element of document.querySelectorAll('[data-relative]')) {
      const text = ticked(
        Number(element.getAttribute('data-relative')),
        now,
        element.getAttribute('data-kind'),
      );
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
