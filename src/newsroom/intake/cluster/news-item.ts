/** A link as clustering compares it, and as a model is shown it. */
import { readsAsCjk } from '../../../text/cjk.ts';
import { linkTime, type Link } from '../../model/event.ts';
import type { ClusterItem } from './features.ts';

export interface NewsItem extends ClusterItem {
  readonly linkId: number;
  readonly description: string;
}

/** With its title in English, where somebody has translated it: words of either language are then found. */
export function newsItem(link: Link, translation?: string): NewsItem {
  return {
    linkId: link.id,
    description: link.description,
    title: link.title,
    outlet: link.domain,
    lede: link.description,
    atMs: linkTime(link),
    ...(translation !== undefined && { translation }),
  };
}

/** Whether a title is read by characters rather than by words. */
export function isCjk({ title }: Pick<Link, 'title'>): boolean {
  return readsAsCjk(title);
}
