/**
 * A newsletter as one HTML file, for mail programs and browsers: `toHtml(newsletter, { zone })`.
 *
 * No script, no picture and nothing that is loaded. Every word of others is escaped; links lead to http and https only.
 * Its parts are landmarks, sections and stories have headings in their order; dark mode follows the reader's.
 */
import type { Newsletter } from '../model/outputs.ts';
import { SHEET, STYLES, fontsFor } from './html-style.ts';
import type { StyleName } from './html-style.ts';
import { pageOf } from './page.ts';
import type { Page, PageSource, PageStory, RenderOptions, Span } from './page.ts';

/** A shorter letter needs no contents. */
const LEAST_CONTENTS = 3;

export function toHtml(newsletter: Newsletter, options: RenderOptions): string {
  const page = pageOf(newsletter, options);
  const { language, title, wording } = page;
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${htmlWords(title)}</title>
<style>${SHEET}</style>
</head>
<body class="page" style="${STYLES.page};font-family:${fontsFor(language)}">
<div ${look('sheet')}>
${header(page)}
<main>
${page.sections.map((section, at) => sectionOf(section, at, page)).join('\n')}
<section>
<h2 id="sources" ${look('heading')}>${htmlWords(wording.sources)}</h2>
<ol ${look('sources')}>
${page.sources.map((source) => sourceItem(source, page)).join('\n')}
</ol>
</section>
</main>
${footer(page)}
</div>
</body>
</html>
`;
}

/** The class for the style sheet, and the same look for programs that have none. */
function look(name: StyleName): string {
  return `class="${name}" style="${STYLES[name]}"`;
}

function header({ title, date, intro, isByModel, wording, sections }: Page): string {
  const lines = [
    `<p ${look('date')}>${htmlWords(date)}</p>`,
    `<h1 dir="auto" ${look('title')}>${htmlWords(title)}</h1>`,
    ...(intro === '' ? [] : [`<p dir="auto" ${look('intro')}>${htmlWords(intro)}</p>`]),
    ...(isByModel ? [] : [`<p role="note" ${look('notice')}>${htmlWords(wording.withoutModel)}</p>`]),
  ];
  const contents = sections.map(
    ({ heading }, at) =>
      `<li><a href="#section${at + 1}" ${look('link')}><bdi>${htmlWords(heading)}</bdi></a></li>`,
  );
  const nav = `<nav aria-label="${htmlWords(wording.contents)}" ${look('contents')}>
<p ${look('label')}>${htmlWords(wording.contents)}</p>
<ul ${look('list')}>
${contents.join('\n')}
</ul>
</nav>`;
  const head = `<header>\n${lines.join('\n')}\n</header>`;
  return sections.length < LEAST_CONTENTS ? head : `${head}\n${nav}`;
}

function sectionOf({ heading, stories }: Page['sections'][number], at: number, page: Page): string {
  const id = `section${at + 1}`;
  return `<section>
<h2 id="${id}" dir="auto" ${look('heading')}>${htmlWords(heading)}</h2>
${stories.map((story) => article(story, page)).join('\n')}
</section>`;
}

function article({ headline, spans, loose }: PageStory, page: Page): string {
  const doubts = loose.map(
    (doubt) =>
      `<p dir="auto" ${look('text')}><span ${look('doubted')}>${htmlWords(`${page.wording.doubtedElsewhere} ${page.wording.quoted(doubt)}`)}</span></p>`,
  );
  return [
    '<article>',
    `<h3 dir="auto" ${look('headline')}>${htmlWords(headline)}</h3>`,
    `<p dir="auto" ${look('text')}>${spans.map((span) => spanOf(span, page)).join('')}</p>`,
    ...doubts,
    '</article>',
  ].join('\n');
}

function spanOf(span: Span, { wording }: Page): string {
  if (span.kind === 'doubt') return `<span ${look('doubted')}>${htmlWords(wording.doubted)}</span>`;
  if (span.kind === 'cite') return citation(span.source);
  const words = htmlWords(span.text);
  return span.doubted ? `<mark ${look('doubt')}>${words}</mark>` : words;
}

/** What is read aloud begins with what is seen. */
function citation({ n, title, address }: PageSource): string {
  if (address === undefined) return `[${n}]`;
  return `<a href="${htmlWords(address)}" aria-label="[${n}] ${htmlWords(title)}" ${look('cite')}>[${n}]</a>`;
}

function sourceItem({ n, title, publisher, date, address }: PageSource, { wording }: Page): string {
  const words = `<bdi>${htmlWords(title)}</bdi>`;
  const named =
    address === undefined ? words : `<a href="${htmlWords(address)}" ${look('link')}>${words}</a>`;
  const rest = [publisher, date].filter((part) => part !== undefined && part !== '');
  const aside =
    rest.length === 0
      ? ''
      : `<span ${look('aside')}>${htmlWords(wording.comma)}<bdi>${htmlWords(rest.join(wording.comma))}</bdi></span>`;
  return `<li value="${n}">${named}${aside}</li>`;
}

function footer({ date, wording }: Page): string {
  return `<footer ${look('footer')}>${htmlWords(wording.footer(date))}</footer>`;
}

/** Words of others inside HTML, as text or in a quoted attribute. */
const MEANS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function htmlWords(text: string): string {
  return text.replace(/[&<>"']/gu, (mark) => MEANS[mark]!);
}
