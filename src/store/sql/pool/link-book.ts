/** Links in the pool's tables, and what is known of them. */
import type { FoundLink, Link } from '../../../newsroom/model/event.ts';
import { languageOf } from '../../../newsroom/model/language.ts';
import { domainOf, urlKey, withoutTracking } from '../../../newsroom/model/url-key.ts';
import type { AddedLinks } from '../../../newsroom/intake/pool/pool.ts';
import { inOrder } from '../in-order.ts';
import type { Sql, Transaction } from '../sql.ts';
import { number, text } from '../values.ts';
import { toLink } from './pool-rows.ts';

/** A later title or date only fills a gap, because clustering has used the existing one. */
const ADD = `INSERT INTO links (url, norm_url, domain, title, description, lang_hint, first_seen_ts, last_seen_ts,
    last_query, feed_category, published_at_ts)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (norm_url) DO UPDATE SET url = excluded.url, last_seen_ts = excluded.last_seen_ts,
    seen_count = links.seen_count + 1, last_query = excluded.last_query,
    description = CASE WHEN links.description = '' THEN excluded.description ELSE links.description END,
    published_at_ts = coalesce(links.published_at_ts, excluded.published_at_ts)
  RETURNING seen_count`;

type Fate = AddedLinks['fates'][number];

export class LinkBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async add(found: readonly FoundLink[], atMs: number): Promise<AddedLinks> {
    const fates = await this.#sql.transaction((tx) => inOrder(found, (link) => addOne(tx, link, atMs)));
    const count = (fate: Fate) => fates.filter((it) => it === fate).length;
    return { added: count('added'), seenAgain: count('known'), fates };
  }

  async pending(): Promise<readonly Link[]> {
    const rows = await this.#sql.all(
      `SELECT * FROM links WHERE decided_at_ts IS NULL ORDER BY coalesce(published_at_ts, first_seen_ts), id`,
    );
    return rows.map(toLink);
  }

  async freshUrl(url: string): Promise<string> {
    const row = await this.#sql.get(`SELECT url FROM links WHERE norm_url = ?`, urlKey(url) ?? url);
    return row ? text(row['url']) : url;
  }

  /** The event that contains a page's link. */
  async eventOf(url: string): Promise<number | undefined> {
    const row = await this.#sql.get(
      `SELECT event_id FROM links WHERE norm_url = ? AND event_id IS NOT NULL`,
      urlKey(url) ?? url,
    );
    return row && number(row['event_id']);
  }
}

async function addOne(tx: Transaction, link: FoundLink, atMs: number): Promise<Fate> {
  const key = urlKey(link.url);
  if (key === undefined) return 'no_url';
  const row = await tx.get(
    ADD,
    withoutTracking(link.url),
    key,
    domainOf(link.url),
    link.title,
    link.description,
    languageOf(`${link.title} ${link.description}`),
    atMs,
    atMs,
    link.foundBy,
    link.feedCategory ?? null,
    link.publishedAtMs ?? null,
  );
  return number(row?.['seen_count']) === 1 ? 'added' : 'known';
}
