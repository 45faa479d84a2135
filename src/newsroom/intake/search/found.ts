/** What a search found, made fit for the pool: plain text of a bearable length, times that are not in the future. */
import { decodeHTML } from 'entities';
import type { FoundLink } from '../../model/event.ts';
import { shortLine } from '../../../text/shorten.ts';
import { withoutLinks } from '../../../text/without-links.ts';
import { parseUrl } from '../../../text/parse-url.ts';

const TITLE_CHARACTERS = 500;
const DESCRIPTION_CHARACTERS = 2_000;

interface Given {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly atMs: number | undefined;
}

/** Undefined for what is no link to the open web, or has no title. */
export function foundLink(given: Given, foundBy: string, nowMs: number): FoundLink | undefined {
  const title = withoutLinks(plain(given.title, TITLE_CHARACTERS));
  if (title === '' || !/^https?:\/\/./i.test(given.url) || !parseUrl(given.url)) return undefined;
  const at = given.atMs === undefined || Number.isNaN(given.atMs) ? undefined : Math.min(given.atMs, nowMs);
  return {
    url: given.url,
    title,
    description: plain(given.description, DESCRIPTION_CHARACTERS),
    foundBy,
    ...(at === undefined ? {} : { publishedAtMs: at }),
  };
}

function plain(markup: string, most: number): string {
  const text = decodeHTML(markup.slice(0, most * 4).replace(/<\/?[a-z][^<>]*>/gi, ''));
  return shortLine(text, most);
}
