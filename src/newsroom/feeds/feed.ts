/** A feed as the newsroom reads it, whatever it was written in. Texts are plain; URLs absolute; times UTC. */
export interface Feed {
  readonly title: string;
  readonly items: readonly FeedItem[];
  /** How many older items were not read, as there were too many. */
  readonly leftOut: number;
}

export interface FeedItem {
  /** The feed's own id, else the URL, else the title: stable between fetches. */
  readonly id: string;
  readonly title: string;
  /** Empty when the item names none. */
  readonly url: string;
  readonly summary: string;
  readonly publishedAtMs?: number;
  readonly updatedAtMs?: number;
  /** The outlet that an aggregator names for the item. */
  readonly outlet?: string;
}

/** `html`: a web page came instead. `empty`: nothing came. `unreadable`: no parser could make sense of it. */
export class FeedError extends Error {
  readonly code: 'html' | 'empty' | 'unreadable';

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
  readonly summary: string;
  readonly published: string;
  readonly updated: string;
  readonly outlet: string;
}

export interface RawFeed {
  readonly title: string;
  /** The site's address, against which relative links count; may be empty. */
  readonly link: string;
  readonly items: readonly RawItem[];
}
