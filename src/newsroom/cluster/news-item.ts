/** A link as clustering compares it, and as a model is shown it. */
import { readsAsCjk } from '../../text/cjk.ts';
import { linkTime, type Link } from '../event.ts';
import type { ClusterItem } from './features.ts';

export interface NewsItem extends ClusterItem {
  readonly linkId: number;
  /** As the feed wrote it. */
  readonly plainTitle: string;
  readonly titleEn?: string;
  readonly description: string;
}

/** With its title in English, where somebody has translated it: words of either language are then found. */
export function newsItem(link: Link, titleEn?: string): NewsItem {
  return {
    linkId: link.id,
    plainTitle: link.title,
    description: link.description,
    title: titleEn === undefined ? link.title : `${link.title} ${titleEn}`,
    lede: link.description,
    atMs: linkTime(link),
    ...(titleEn !== undefined && { titleEn }),
  };
}

export function isCjk({ title }: Pick<Link, 'title'>): boolean {
  return readsAsCjk(title);
}
