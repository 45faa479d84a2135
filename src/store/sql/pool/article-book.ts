/** Extracted articles in the pool's tables; the latest extraction of each. */
import type { CachedArticle } from '../../../newsroom/intake/pool/pool.ts';
import { urlKey } from '../../../newsroom/model/url-key.ts';
import type { Sql } from '../sql.ts';
import { toArticle } from './pool-rows.ts';

const KEEP = `INSERT INTO article_cache
    (norm_url, final_url, title, text, byline, outlet, published_at_ts, extractor, fetched_at_ts, quality, language, image)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (norm_url) DO UPDATE SET final_url = excluded.final_url, title = excluded.title, text = excluded.text,
    byline = excluded.byline, outlet = excluded.outlet, published_at_ts = excluded.published_at_ts,
    extractor = excluded.extractor, fetched_at_ts = excluded.fetched_at_ts, quality = excluded.quality,
    language = excluded.language, image = excluded.image`;

export class ArticleBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(url: string): Promise<CachedArticle | undefined> {
    const row = await this.#sql.get(`SELECT * FROM article_cache WHERE norm_url = ?`, urlKey(url) ?? url);
    return row && toArticle(row);
  }

  keep(url: string, article: CachedArticle): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(
        KEEP,
        urlKey(url) ?? url,
        article.url,
        article.title,
        article.text,
        article.byline ?? null,
        article.outlet ?? null,
        article.publishedAtMs ?? null,
        article.extractor,
        article.fetchedAtMs,
        article.quality ?? null,
        article.language ?? null,
        article.image ?? null,
      );
    });
  }
}
