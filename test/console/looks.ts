import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { wrongOn } from './axe.ts';

interface Looked {
  open(options: BrowserContextOptions): Promise<Page>;
  leave(page: Page): Promise<void>;
  /** Brings the page to what is looked at. */
  show?(page: Page): Promise<void>;
}

/** Cases: light, in English and wide; dark, in Chinese and narrow. Axe finds nothing wrong, and nothing is beside the screen. */
export function isWellInEachLook({ open, leave, show }: Looked): void {
  it.each([
    ['light', 'en-GB', 1280],
    ['dark', 'zh-HK', 375],
  ] as const)(
    'has nothing that axe finds wrong in %s, in %s, %d px wide',
    async (colorScheme, locale, width) => {
      const page = await open({ colorScheme, locale, viewport: { width, height: 800 } });
      await show?.(page);
      expect(await wrongOn(page)).toEqual([]);
      expect(await page.evaluate(`document.documentElement.scrollWidth <= innerWidth`)).toBe(true);
      await leave(page);
    },
  );
}
