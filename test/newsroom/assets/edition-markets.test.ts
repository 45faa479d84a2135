import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { chooseMarkets } from '../../../src/newsroom/assets/market/choose-markets.ts';
import { readEdition } from '../../../src/newsroom/edition/edition.ts';
import { tempHome } from '../../support/temp-home.ts';

const editions = fileURLToPath(new URL('../../../data/editions/', import.meta.url));

/** The British and Hong Kong edition with its markets changed. */
function withMarkets(markets: unknown): () => unknown {
  const home = tempHome();
  const given = JSON.parse(readFileSync(join(editions, 'uk-hk.json'), 'utf8')) as object;
  writeFileSync(join(home, 'changed.json'), JSON.stringify({ ...given, markets }));
  return () => readEdition('changed', [home]);
}
const spx = {
  provider: 'stooq',
  symbol: '^spx',
  label: '標普500',
  currency: 'points',
  categories: ['US Stocks'],
  words: ['S&P 500'],
};

it('the edition for Britain and Hong Kong finds the markets of its finance stories, in both languages', () => {
  const symbols = readEdition('uk-hk', [editions]).markets!.symbols;
  const of = (category: string, title: string) =>
    chooseMarkets({ category, title }, symbols).map(({ symbol }) => symbol);
  expect(of('Crypto', '比特幣跌穿六萬美元')).toEqual(['BTC-USD']);
  expect(of('Crypto', 'Ether and bitcoin slide')).toEqual(['BTC-USD', 'ETH-USD']);
  expect(of('Precious Metals', '金價創新高')).toEqual(['xauusd']);
  expect(of('US Stocks', '美股收市下跌')).toEqual(['^spx']);
  expect(of('US Stocks', 'Nvidia shares jump')).toEqual(['nvda.us']);
  expect(of('Hong Kong News', '金價創新高')).toEqual([]);
});

it('the sample edition has no markets: it works without a network', () => {
  expect(readEdition('sample', [editions]).markets).toBeUndefined();
});

it.each([
  ['a category that the edition has not', { ...spx, categories: ['Stocks'] }, 'categories'],
  ['a product that Coinbase can not have', { ...spx, provider: 'coinbase' }, 'BTC-USD'],
  ['a symbol that is a path', { ...spx, symbol: '../x?y' }, 'symbol'],
  ['a currency in words', { ...spx, currency: 'dollars' }, 'currency'],
  ['a market that no word finds', { ...spx, words: [] }, 'words'],
  ['an unknown field', { ...spx, kind: 'index' }, 'kind'],
])('refuses %s', (_what, symbol, named) => {
  expect(withMarkets({ symbols: [symbol] })).toThrow(named);
});
