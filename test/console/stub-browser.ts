/** What a part of the console needs of a browser to be imported without one. */
import { JSDOM } from 'jsdom';
import { vi } from 'vitest';

/** Undone by `vi.unstubAllGlobals`. */
export function stubBrowser(): void {
  const { window } = new JSDOM('', { url: 'http://127.0.0.1/' });
  const { document, localStorage, navigator } = window;
  const matchMedia = () => Object.assign(new EventTarget(), { matches: false });
  for (const [name, value] of Object.entries({ document, localStorage, navigator, matchMedia }))
    vi.stubGlobal(name, value);
}
