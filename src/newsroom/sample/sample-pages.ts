/**
 * The sample outlets' pages: articles in their outlet's template, front pages, and the kiosk of all outlets.
 *
 * The texts are surrounded by what surrounds real ones (menus, cookie notes, newsletter boxes, most-read lists), so
 * that extraction is tested realistically.
 */
import { markup, scriptJson } from './sample-markup.ts';
import type { Markup } from './sample-markup.ts';
import { outletAddress, publishedBy } from './sample-moment.ts';
import type { Moment, PublishedArticle } from './sample-moment.ts';
import { templates } from './sample-templates.ts';
import type { ArticlePage } from './sample-templates.ts';
import { readableTime, wordsFor } from './sample-words.ts';
import type { Outlet } from './sample-world.ts';

/** The page of one article; `article` must be published at the moment. */
export function renderArticle(outlet: Outlet, article: PublishedArticle, moment: Moment): string {
  const others = publishedBy(outlet, moment).filter((other) => other.slug !== article.slug);
  const page: ArticlePage = {
    outlet,
    article,
    sections: sectionsOf(others),
    related: others.filter((other) => other.section === article.section).slice(0, 3),
    mostRead: others.slice(-5),
  };
  const { style, structuredData, render } = templates[outlet.template];
  const head = markup`<title>${article.title} | ${outlet.name}</title>
<meta name="description" content="${article.description}">
<meta name="author" content="${article.byline}">
<link rel="canonical" href="${article.url}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="${outlet.name}">
<meta property="og:title" content="${article.title}">
<meta property="og:description" content="${article.description}">
<meta property="og:url" content="${article.url}">
<meta property="article:published_time" content="${iso(article.publishedAt)}">
<meta property="article:modified_time" content="${iso(article.updatedAt)}">
${structuredData ? newsArticle(outlet, article, structuredData === 'with body') : ''}`;
  return document(outlet.language, head, style, render(page));
}

/** The front page of an outlet: everything published, newest first. */
export function renderFrontPage(outlet: Outlet, moment: Moment): string {
  const articles = publishedBy(outlet, moment);
  const rows = articles.map(
    (article) => markup`<li><small>${article.section}</small>
<h2><a href="${article.url}">${article.title}</a></h2>
<p>${article.description}</p>
<time datetime="${iso(article.publishedAt)}">${readableTime(article.publishedAt, outlet.language)}</time></li>`,
  );
  const head = markup`<title>${outlet.name}</title>
<link rel="alternate" type="${feedTypes[outlet.format]}" href="${outlet.feedPath}" title="${outlet.name}">`;
  const body = markup`<header><h1>${outlet.name}</h1></header>
<main><ol class="front">
${rows}
</ol></main>
<footer><p>${wordsFor(outlet.language).fictitious}</p></footer>`;
  return document(outlet.language, head, templates[outlet.template].style, body);
}

/** The bare server's page, which lists the outlets. */
export function renderKiosk({ world, port }: Moment): string {
  const rows = world.outlets.map(
    (outlet) => markup`<li><a href="${outletAddress(outlet.host, port)}/">${outlet.name}</a>
(<a href="${outletAddress(outlet.host, port)}${outlet.feedPath}">feed</a>)</li>`,
  );
  const body = markup`<h1>The sample world</h1>
<p>${wordsFor('en').fictitious}</p>
<ul>
${rows}
</ul>`;
  return document('en', markup`<title>The sample world</title>`, templates.wire.style, body);
}

/** The page for an unknown address. */
export function renderNotFound(): string {
  const body = markup`<h1>Page not found</h1>
<p>Nothing is published at this address.</p>
<p><a href="/">Front page</a></p>`;
  return document('en', markup`<title>Page not found</title>`, templates.wire.style, body);
}

const feedTypes = {
  rss2: 'application/rss+xml',
  atom: 'application/atom+xml',
  rdf: 'application/rdf+xml',
  jsonfeed: 'application/feed+json',
} as const;

function document(language: string, head: Markup, style: string, body: Markup): string {
  return String(markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`);
}

function newsArticle(outlet: Outlet, article: PublishedArticle, withBody: boolean): Markup {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.description,
    datePublished: iso(article.publishedAt),
    dateModified: iso(article.updatedAt),
    articleSection: article.section,
    inLanguage: outlet.language,
    author: [{ '@type': 'Person', name: article.byline }],
    publisher: { '@type': 'NewsMediaOrganization', name: outlet.name },
    mainEntityOfPage: article.url,
    ...(withBody && { articleBody: article.paragraphs.join('\n\n') }),
  };
  return markup`<script type="application/ld+json">${scriptJson(data)}</script>`;
}

function sectionsOf(articles: readonly PublishedArticle[]): string[] {
  return [...new Set(articles.map((article) => article.section))];
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
