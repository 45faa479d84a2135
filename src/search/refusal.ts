import { Refusal } from '../feature/refusal.ts';
import { shortLine } from '../text/shorten.ts';
import type { Locale } from '../time/locale.ts';

const MOST_GIVEN = 60;
const MOST_NAMED = 20;

/** Why nothing was searched, and what to ask instead. */
export class SearchRefusal extends Refusal {
  override readonly name = 'SearchRefusal';
  override readonly code = 'bad_request';
  override readonly words: Readonly<Record<Locale, string>>;

  constructor(words: Readonly<Record<Locale, string>>) {
    super(words.en);
    this.words = words;
  }
}

export function nothingAsked(): SearchRefusal {
  return new SearchRefusal({
    en: 'There is nothing to look for: give a word or two, or a "phrase".',
    zh: '沒有要搜尋的內容：請輸入一兩個詞，或用引號輸入「一句話」。',
  });
}

export function tooLong(length: number, most: number): SearchRefusal {
  return new SearchRefusal({
    en: `The search has ${length} characters; allowed: ${most}.`,
    zh: `搜尋內容有 ${length} 字；最多 ${most} 字。`,
  });
}

/** A filter with an invalid value; `allowed` are the valid ones. */
export function badFilter(
  filter: string,
  given: string,
  allowed: readonly string[] | Readonly<Record<Locale, string>>,
): SearchRefusal {
  const value = JSON.stringify(shortLine(given, MOST_GIVEN));
  return new SearchRefusal({
    en: `"${filter}" can't be ${value}; allowed: ${sayAllowed(allowed, 'en')}.`,
    zh: `「${filter}」不能是 ${value}；可用的：${sayAllowed(allowed, 'zh')}。`,
  });
}

function sayAllowed(allowed: Parameters<typeof badFilter>[2], locale: Locale): string {
  if ('en' in allowed) return allowed[locale];
  const named = allowed.slice(0, MOST_NAMED).map((one) => shortLine(one, MOST_GIVEN));
  const more = allowed.length - named.length;
  if (named.length === 0) return { en: 'none, as nothing of it is indexed', zh: '暫時沒有' }[locale];
  const rest = more > 0 ? { en: ` and ${more} more`, zh: ` 等 ${allowed.length} 個` }[locale] : '';
  return named.join({ en: ', ', zh: '、' }[locale]) + rest;
}
