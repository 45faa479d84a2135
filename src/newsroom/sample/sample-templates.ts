/**
 * Four templates for article pages, as different as real sites.
 *
 * | template | structure |
 * |---|---|
 * | broadsheet | semantic elements, JSON-LD with the text, a newsletter box between the paragraphs |
 * | wire | few and plain elements, JSON-LD without the text |
 * | magazine | headline outside the article, a sidebar before it, share buttons, tags |
 * | local | divs and classes only, no JSON-LD, related links between the paragraphs |
 *
 * Every paragraph of the article is on the page once, in order.
 */
import { markup } from './sample-markup.ts';
import type { Markup } from './sample-markup.ts';
import type { PublishedArticle } from './sample-moment.ts';
import { readableTime, wordsFor } from './sample-words.ts';
import type { Outlet } from './sample-world.ts';

export interface ArticlePage {
  readonly outlet: Outlet;
  readonly article: PublishedArticle;
  readonly sections: readonly string[];
  readonly related: readonly PublishedArticle[];
  readonly mostRead: readonly PublishedArticle[];
}

interface Template {
  readonly style: string;
  readonly structuredData: 'with body' | 'without body' | false;
  readonly render: (page: ArticlePage) => Markup;
}

const base =
  'body{margin:0 auto;max-width:62rem;padding:0 1rem;line-height:1.6}a{color:inherit}h1{line-height:1.25}ol,ul{padding-left:1.2rem}nav ul,.front{list-style:none;padding:0}nav ul{display:flex;flex-wrap:wrap;gap:1rem}h2 a{text-decoration:none}';

export const templates: Record<Outlet['template'], Template> = {
  broadsheet: {
    style: `${base}body{font-family:Georgia,serif}header{border-bottom:3px double}aside{background:#f4f1ea;padding:.5rem 1rem}`,
    structuredData: 'with body',
    render: broadsheet,
  },
  wire: {
    style: `${base}body{font-family:system-ui,sans-serif;max-width:44rem}h1{font-size:1.6rem}`,
    structuredData: 'without body',
    render: wire,
  },
  magazine: {
    style: `${base}body{font-family:Trebuchet MS,sans-serif}.rail{float:right;width:16rem;border-left:1px solid;padding-left:1rem}`,
    structuredData: 'without body',
    render: magazine,
  },
  local: {
    style: `${base}body{font-family:Verdana,sans-serif;font-size:.95rem}.live{background:#06543f;color:#fff;padding:.3rem 1rem}`,
    structuredData: false,
    render: local,
  },
};

function broadsheet(page: ArticlePage): Markup {
  const { outlet, article } = page;
  const say = wordsFor(outlet.language);
  const [opening, rest] = split(article.paragraphs, 3);
  return markup`<div class="cookie-consent" role="dialog"><p>${say.cookies}</p><button>${say.accept}</button></div>
<header class="masthead"><a href="/">${outlet.name}</a>
${menu(page)}
</header>
<main>
<article>
<h1>${article.title}</h1>
<p class="standfirst">${article.description}</p>
<p class="byline">${say.by} <span rel="author">${article.byline}</span> ${stamp(page)}</p>
<div class="article-body">
${paragraphs(opening)}
<aside class="newsletter-signup"><h3>${say.newsletter}</h3><form><input type="email" aria-label="e-mail"><button>${say.subscribe}</button></form></aside>
${paragraphs(rest)}
</div>
</article>
<aside class="most-read"><h2>${say.mostRead}</h2>${list(page.mostRead)}</aside>
<section class="related"><h2>${say.related}</h2>${list(page.related)}</section>
</main>
<footer><p>© ${outlet.name}. ${say.fictitious}</p></footer>`;
}

function wire(page: ArticlePage): Markup {
  const { outlet, article } = page;
  const say = wordsFor(outlet.language);
  return markup`<div id="top"><a href="/">${outlet.name}</a> ${menu(page)}</div>
<div id="content">
<h1>${article.title}</h1>
<div class="meta">${article.section} · ${article.byline} · ${stamp(page)}</div>
${paragraphs(article.paragraphs)}
<div class="credit">${say.desk}</div>
</div>
<div id="more"><b>${say.more} ${outlet.name}</b>${list(page.mostRead)}</div>
<div id="legal">${say.fictitious}</div>`;
}

function magazine(page: ArticlePage): Markup {
  const { outlet, article } = page;
  const say = wordsFor(outlet.language);
  return markup`<nav class="topbar"><a href="/"><strong>${outlet.name}</strong></a>
${menu(page)}
</nav>
<header class="hero"><span class="kicker">${article.section}</span><h1>${article.title}</h1><h2>${article.description}</h2></header>
<div class="rail"><h3>${say.mostRead}</h3>${list(page.mostRead)}
<div class="promo newsletter"><p>${say.newsletter}</p><button>${say.subscribe}</button></div></div>
<article class="post">
<div class="share-tools"><span>${say.share}</span> <a href="#copy">${say.copyLink}</a> <a href="#print">${say.print}</a></div>
<section class="post-content">
${paragraphs(article.paragraphs)}
</section>
<div class="author-box">${say.by} ${article.byline} ${stamp(page)}</div>
<ul class="tags"><li><a href="/">${article.section}</a></li></ul>
</article>
<section class="related-posts"><h3>${say.related}</h3>${list(page.related)}</section>
<footer><small>${say.cookies}</small> <small>${say.fictitious}</small></footer>`;
}

function local(page: ArticlePage): Markup {
  const { outlet, article } = page;
  const say = wordsFor(outlet.language);
  const [opening, rest] = split(article.paragraphs, 4);
  return markup`<div class="live"><a href="/">${outlet.name}</a> · <a href="#live">${say.listen}</a></div>
<div class="menu">${menu(page)}</div>
<div class="wrap">
<div class="story-column">
<div class="headline"><h1>${article.title}</h1></div>
<div class="info">${say.by} ${article.byline} | ${stamp(page)}</div>
<div class="story-text">
${paragraphs(opening)}
<div class="related-inline"><strong>${say.related}</strong>${list(page.related)}</div>
${paragraphs(rest)}
</div>
<div class="comments-note">${say.comments}</div>
</div>
<div class="side-column"><h4>${say.mostRead}</h4>${list(page.mostRead)}<p>${say.newsletter} <a href="#join">${say.subscribe}</a></p></div>
</div>
<div class="foot">${say.cookies} ${say.fictitious}</div>`;
}

function menu({ outlet, sections }: ArticlePage): Markup {
  const entries = sections.map((section) => markup`<li><a href="/">${section}</a></li>`);
  return markup`<nav><ul><li><a href="/">${wordsFor(outlet.language).home}</a></li>
${entries}
</ul></nav>`;
}

function stamp({ outlet, article }: ArticlePage): Markup {
  const say = wordsFor(outlet.language);
  const at = (ms: number) =>
    markup`<time datetime="${new Date(ms).toISOString()}">${readableTime(ms, outlet.language)}</time>`;
  const published = markup`${say.published} ${at(article.publishedAt)}`;
  if (article.updatedAt === article.publishedAt) return published;
  return markup`${published}, ${say.updated} ${at(article.updatedAt)}`;
}

function paragraphs(texts: readonly string[]): Markup[] {
  return texts.map((text) => markup`<p>${text}</p>`);
}

function list(articles: readonly PublishedArticle[]): Markup {
  return markup`<ul>
${articles.map(({ url, title }) => markup`<li><a href="${url}">${title}</a></li>`)}
</ul>`;
}

function split<T>(all: readonly T[], at: number): [readonly T[], readonly T[]] {
  return [all.slice(0, at), all.slice(at)];
}
