/** What only quotes keeps to one language. */
import { languageOf } from '../../newsroom/model/language.ts';
import type { WrittenLanguage } from '../../time/locale.ts';
import type { DownloadedArticle } from '../model/outputs.ts';

/** The articles in the edition's language; all of them where none is. */
export function inOwnLanguage<T extends Pick<DownloadedArticle, 'text'>>({
  articles,
  language,
}: {
  readonly articles: readonly T[];
  readonly language: WrittenLanguage;
}): readonly T[] {
  const wanted = language === 'en' ? 'en' : 'zh';
  const own = articles.filter(({ text }) => languageOf(text) === wanted);
  return own.length > 0 ? own : articles;
}
