import type { Edition } from '../../src/newsroom/edition/edition.ts';
import { anEdition } from './an-edition.ts';

const LABELS: Readonly<Record<string, string>> = {
  'Global News': '國際新聞',
  Crypto: '加密貨幣',
  'US Stocks': '美股',
  Sports: '體育',
  AI: '人工智能',
  'Hong Kong News': '香港新聞',
};

/** The edition of tests in Traditional Chinese, its categories with labels. */
export function aChineseEdition(change: Partial<Edition> = {}): Edition {
  const edition = anEdition({ language: 'zh-Hant-HK', title: '測試室' });
  const categories = edition.categories.map((one) => ({ ...one, label: LABELS[one.name] }));
  return { ...edition, categories, ...change };
}
