/** A feed as the newsroom reads it, whatever it was written in. Texts are plain; URLs absolute; times UTC. */
export interface Feed {
  readonly title: string;
  /** The site's address; empty when the feed names none. */
  readonly link: string;
  readonly summary: string;
  readonly publishedAtMs?: number;
  readonly updatedAtMs?: number;
  readonly items: readonly FeedItem[];
  /** How many older items were not read, as there were too many. */
  readonly leftOut: number;
}

export interface FeedItem {
  /** The feed's own id, else the URL, else the title: stable between fetches. */
  readonly id: string;
  readonly title: string;
  /** Empty when the item names none, or none of the web: `problems` tells which. */
  readonly url: string;
  readonly summary: string;
  readonly publishedAtMs?: number;
  readonly updatedAtMs?: number;
  /** The outlet that an aggregator names for the item. */
  readonly outlet?: string;
  /** What is odd about it, in words that stay; absent when nothing is. */
  readonly problems?: readonly ItemProblem[];
}

/**
 * - `no_title`, `no_link`: it has none.
 * - `bad_link`: what it names is no http address (`javascript:`, `data:`, `file:`, `mailto:`, or no URL at all).
 * - `bad_date`: it names a date that can't be read, and none that can.
 * - `future_date`: it is dated more than a day ahead of now.
 * - `long_title`: the title was cut.
 */
export type ItemProblem = 'no_title' | 'no_link' | 'bad_link' | 'bad_date' | 'future_date' | 'long_title';

/**
 * `html`: a web page came instead. `empty`: nothing came. `too_large`: more bytes than any feed has. `unreadable`: no
 * parser could make sense of it.
 */
export class FeedError extends Error {
  readonly code: 'html' | 'empty' | 'too_large' | 'unreadable';

  constructor(code: FeedError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FeedError';
    this.code = code;
  }
}

/** An item before it is cleaned: texts may hold markup, links may be relative, dates are as written. */
export interface RawItem {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  /** What `xml:base` says where the link stands; may be empty. */
  readonly base: string;
  readonly summary: string;
  readonly published: string;
  readonly updated: string;
  readonly outlet: string;
}

export interface RawFeed {
  readonly title: string;
  /** The site's address, against which relative links count; may be empty. */
  readonly link: string;
  readonly base: string;
  readonly summary: string;
  readonly published: string;
  readonly updated: string;
  readonly items: readonly RawItem[];
  /** Items that were not kept, as there were too many. */
  readonly unread: number;
}
