/**
 * The sample outlets' feeds in four formats: RSS 2.0, Atom, RDF (RSS 1.0) and JSON Feed.
 *
 * Newest first, without future articles. The same moment and world give the same bytes, so an entity tag of the
 * body is a true validator.
 */
import { markup } from './sample-markup.ts';
import { outletAddress, publishedBy } from './sample-moment.ts';
import type { Moment, PublishedArticle } from './sample-moment.ts';
import type { Outlet } from './sample-world.ts';

interface Feed {
  readonly body: string;
  readonly contentType: string;
  /** When the newest article was published or updated. */
  readonly lastModified: number;
}

interface Channel {
  readonly outlet: Outlet;
  readonly home: string;
  readonly self: string;
  readonly changedAt: number;
  readonly items: readonly PublishedArticle[];
}

const formats = {
  rss2: { contentType: 'application/rss+xml; charset=utf-8', render: rss2 },
  atom: { contentType: 'application/atom+xml; charset=utf-8', render: atom },
  rdf: { contentType: 'application/rdf+xml; charset=utf-8', render: rdf },
  jsonfeed: { contentType: 'application/feed+json; charset=utf-8', render: jsonFeed },
} as const;

/** An outlet's feed at a moment. */
export function renderFeed(outlet: Outlet, moment: Moment): Feed {
  const items = publishedBy(outlet, moment, { feed: true });
  const home = outletAddress(outlet.host, moment.port);
  const changedAt = Math.max(0, ...items.map((item) => item.updatedAt));
  const { contentType, render } = formats[outlet.format];
  const body = render({ outlet, home, self: home + outlet.feedPath, changedAt, items });
  return { body, contentType, lastModified: changedAt };
}

function rss2({ outlet, home, self, changedAt, items }: Channel): string {
  const rows = items.map(
    (item) => markup`    <item>
      <title>${item.title}</title>
      <link>${item.link}</link>
      <guid isPermaLink="true">${item.url}</guid>
      <description>${item.description}</description>
      <dc:creator>${item.byline}</dc:creator>
      <category>${item.section}</category>
      <pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate>
      <dcterms:modified>${iso(item.updatedAt)}</dcterms:modified>
    </item>`,
  );
  return String(markup`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">
  <channel>
    <title>${outlet.name}</title>
    <link>${home}/</link>
    <description>${outlet.name}</description>
    <language>${outlet.language}</language>
    <lastBuildDate>${new Date(changedAt).toUTCString()}</lastBuildDate>
    <atom:link href="${self}" rel="self" type="application/rss+xml"/>
${rows}
  </channel>
</rss>
`);
}

function atom({ outlet, home, self, changedAt, items }: Channel): string {
  const rows = items.map(
    (item) => markup`  <entry>
    <title>${item.title}</title>
    <id>${item.url}</id>
    <link rel="alternate" type="text/html" href="${item.link}"/>
    <published>${iso(item.publishedAt)}</published>
    <updated>${iso(item.updatedAt)}</updated>
    <author><name>${item.byline}</name></author>
    <category term="${item.section}"/>
    <summary type="text">${item.description}</summary>
  </entry>`,
  );
  return String(markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${outlet.language}">
  <title>${outlet.name}</title>
  <id>${self}</id>
  <link rel="self" href="${self}"/>
  <link rel="alternate" type="text/html" href="${home}/"/>
  <updated>${iso(changedAt)}</updated>
${rows}
</feed>
`);
}

function rdf({ outlet, home, self, changedAt, items }: Channel): string {
  const order = items.map((item) => markup`        <rdf:li rdf:resource="${item.link}"/>`);
  const rows = items.map(
    (item) => markup`  <item rdf:about="${item.link}">
    <title>${item.title}</title>
    <link>${item.link}</link>
    <description>${item.description}</description>
    <dc:creator>${item.byline}</dc:creator>
    <dc:subject>${item.section}</dc:subject>
    <dc:date>${iso(item.publishedAt)}</dc:date>
  </item>`,
  );
  return String(markup`<?xml version="1.0" encoding="utf-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel rdf:about="${self}">
    <title>${outlet.name}</title>
    <link>${home}/</link>
    <description>${outlet.name}</description>
    <dc:language>${outlet.language}</dc:language>
    <dc:date>${iso(changedAt)}</dc:date>
    <items>
      <rdf:Seq>
${order}
      </rdf:Seq>
    </items>
  </channel>
${rows}
</rdf:RDF>
`);
}

function jsonFeed({ outlet, home, self, items }: Channel): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: outlet.name,
    language: outlet.language,
    home_page_url: `${home}/`,
    feed_url: self,
    items: items.map((item) => ({
      id: item.url,
      url: item.link,
      title: item.title,
      summary: item.description,
      content_text: item.description,
      date_published: iso(item.publishedAt),
      date_modified: iso(item.updatedAt),
      authors: [{ name: item.byline }],
      tags: [item.section],
    })),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
