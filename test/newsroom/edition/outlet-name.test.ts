/** Whom a page is credited to by its address, where only its link is known. */
import { expect, it } from 'vitest';
import { outletName } from '../../../src/newsroom/edition/outlet-name.ts';

const FEEDS = [
  { key: 'roundup', label: 'The Morning Roundup', url: 'https://roundup.example/all.xml' },
  { key: 'gazette', label: 'The Harbour Gazette', url: 'https://www.harbour-gazette.example/feed.xml' },
  { key: 'npr', label: 'NPR', url: 'https://feeds.npr.example/1004/rss.xml' },
  { key: 'echo-uk', label: 'The Echo: UK', url: 'https://echo.example/uk/rss' },
  { key: 'echo-world', label: 'The Echo: World', url: 'https://echo.example/world/rss' },
];

it.each([
  ['its own feed', 'https://harbour-gazette.example/ferry', 'gazette', 'The Harbour Gazette'],
  ["another outlet's feed", 'https://harbour-gazette.example/ferry', 'roundup', 'The Harbour Gazette'],
  ['a search', 'https://www.harbour-gazette.example/ferry', 'brave', 'The Harbour Gazette'],
  ['a host that serves feeds', 'https://www.npr.example/world', 'npr', 'NPR'],
  ['one of several feeds', 'https://www.echo.example/world/ferry', 'echo-world', 'The Echo: World'],
  ['an aggregator, with several feeds of the outlet', 'https://echo.example/a', 'roundup', undefined],
  ['an aggregator alone', 'https://courier.example/ferry', 'roundup', undefined],
  ['an aggregator whose name its host ends in', 'https://notroundup.example/ferry', 'roundup', undefined],
])('found by %s: %s', (_how, url, key, name) => {
  const foundBy = key === 'brave' ? 'brave:ferry' : `feed:${key}`;
  expect(outletName({ url, foundBy }, FEEDS)).toBe(name);
});
