import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainOf, urlKey } from '../../../src/newsroom/model/url-key.ts';
import { SqlitePool } from '../../../src/store/pool/sqlite-pool.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { tempHome } from '../../support/temp-home.ts';

describe('urlKey', () => {
  it.each([
    ['HTTPS://Paper.TEST/A/?utm_source=x&b=2&fbclid=1#part', 'https://paper.test/A?b=2'],
    ['http://meridian.localhost:34567/a/', 'http://meridian.localhost/a'],
    ['http://paper.test:8080/', 'http://paper.test:8080'],
    ['ftp://paper.test/', undefined],
    ['nonsense', undefined],
  ])('of %s is %s', (url, key) => expect(urlKey(url)).toBe(key));

  it('is the same for its own key, whatever the URL', () =>
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const key = urlKey(url);
        return key === undefined || urlKey(key) === key;
      }),
    ));

  it('names an outlet by its host', () => {
    expect(domainOf('https://www.paper.test/a')).toBe('paper.test');
    expect(domainOf('https://www.test/a')).toBe('www.test');
  });
});

it('sets a corrupt pool aside with a warning and begins anew', async () => {
  const folder = tempHome();
  const path = join(folder, 'news_pool.sqlite3');
  writeFileSync(path, 'this is no database, '.repeat(400));
  const warnings: string[] = [];
  const warn = (_: object, said: string) => void warnings.push(said);
  const log = { debug() {}, info() {}, error() {}, warn };
  const pool = new SqlitePool({ path, clock: new FakeClock(), log });
  expect(await pool.status(0)).toMatchObject({ links: 0 });
  await pool.close();
  expect(warnings).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => name.includes('.corrupt-'))).not.toEqual([]);
});
