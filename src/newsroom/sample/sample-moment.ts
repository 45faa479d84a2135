/**
 * The sample world at one moment: which articles are published, in which version, and at which address.
 *
 * The world's times are minutes before its epoch, so a demo started at any hour has fresh news. An article later
 * than `now` doesn't exist yet. An address never changes, even when its article is updated.
 */
import type { Article, Outlet, SampleWorld } from './sample-world.ts';

export interface Moment {
  readonly world: SampleWorld;
  /** The port in the addresses. */
  readonly port: number;
  readonly epochMs: number;
  readonly now: number;
}

/** A published article at a moment; times are milliseconds since the epoch, UTC. */
export interface PublishedArticle {
  readonly slug: string;
  readonly section: string;
  readonly byline: string;
  readonly title: string;
  readonly description: string;
  readonly paragraphs: readonly string[];
  /** The page's own address, without tracking. */
  readonly url: string;
  /** The address in the requested feed. */
  readonly link: string;
  readonly publishedAt: number;
  /** Equal to `publishedAt` until the article is updated. */
  readonly updatedAt: number;
}

const MINUTE_MS = 60_000;

/**
 * The articles of an outlet's own pages; with `feed` also those that its feed lists from other outlets; newest
 * first.
 */
export function publishedBy(
  { host }: Outlet,
  moment: Moment,
  { feed }: { feed: boolean } = { feed: false },
): PublishedArticle[] {
  return moment.world.articles
    .filter((article) => article.outlet === host || (feed && article.alsoIn?.includes(host)))
    .map((article) => publishedVersion(article, host, moment))
    .filter((article) => article !== undefined)
    .sort((a, b) => b.publishedAt - a.publishedAt);
}

/** `/yyyy/mm/dd/slug`, the day in UTC. */
function articlePath(article: Article, epochMs: number): string {
  const day = new Date(momentOf(article, epochMs)).toISOString().slice(0, 10);
  return `/${day.replaceAll('-', '/')}/${article.slug}`;
}

/** The address of an outlet's front page, without a trailing slash. */
export function outletAddress(host: string, port: number): string {
  return `http://${host}:${port}`;
}

function publishedVersion(article: Article, host: string, moment: Moment): PublishedArticle | undefined {
  const { epochMs, now, port } = moment;
  const publishedAt = momentOf(article, epochMs);
  if (publishedAt > now) return undefined;
  const update = article.update && momentOf(article.update, epochMs) <= now ? article.update : undefined;
  const url = outletAddress(article.outlet, port) + articlePath(article, epochMs);
  const borrowed = article.outlet !== host;
  return {
    slug: article.slug,
    section: article.section,
    byline: article.byline,
    title: update?.title ?? article.title,
    description: update?.description ?? article.description,
    paragraphs: update ? [update.paragraph, ...article.paragraphs] : article.paragraphs,
    url,
    link: borrowed && article.trackingQuery ? `${url}?${article.trackingQuery}` : url,
    publishedAt,
    updatedAt: update ? momentOf(update, epochMs) : publishedAt,
  };
}

/** Whole seconds, the precision of feeds and HTTP dates. */
function momentOf({ minutesAgo }: { minutesAgo: number }, epochMs: number): number {
  return Math.floor((epochMs - minutesAgo * MINUTE_MS) / 1000) * 1000;
}
