/** The console's pages beside conversations, by their addresses inside the page. */
import type { Words } from '../words/en.ts';

export const PAGES = ['board', 'feeds', 'charts', 'jobs', 'settings', 'setup'] as const;
export type PageName = (typeof PAGES)[number];

export const hrefOfPage = (page: PageName): string => `#${page}`;

export const pageInHash = (hash: string): PageName | undefined =>
  PAGES.find((page) => hash === hrefOfPage(page) || hash.startsWith(`${hrefOfPage(page)}/`));

export const titleOfPage = (page: PageName, words: Words): string => words[page].title;
