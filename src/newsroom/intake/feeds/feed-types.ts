/** The most of a feed that is fetched. */
export const FEED_BYTES = 5_000_000;
/** The Accept header of a feed's fetch. */
export const FEED_TYPES =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';
