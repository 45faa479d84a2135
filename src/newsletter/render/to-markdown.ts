/**
 * A newsletter as Markdown.
 *
 * - `toMarkdown(newsletter, { zone })` is the file `newsletter.md`: every citation is a link.
 * - `toMessages(newsletter, { zone, limit })` are the messages of a thread: the head, then each section in one message or
 *   more, then the sources. Each goes out as an op with its `text` and `citations`: the channel writes `[n]` as its links.
 *   `limit` is `roomIn(session)` of the thread's session.
 */
import type { Citations } from '../../text/citations.ts';
import { splitCited } from '../../text/citations.ts';
import { markdownWords } from '../../text/markdown-words.ts';
import type { Newsletter } from '../model/outputs.ts';
import { pageOf } from './page.ts';
import type { Page, PageSource, PageStory, RenderOptions } from './page.ts';

export interface NewsletterMessage {
  /** Which part of the letter it is of: "head", "section1", "sources". Unique together with `piece`. */
  readonly part: string;
  /** From 1. */
  readonly piece: number;
  readonly text: string;
  /** Where `[n]` in it leads to. */
  readonly citations: Citations;
}

/** The whole newsletter as one Markdown document. */
export function toMarkdown(newsletter: Newsletter, options: RenderOptions): string {
  const page = pageOf(newsletter, options);
  const link = ({ n, address }: PageSource) => (address === undefined ? `[${n}]` : `[[${n}]](<${address}>)`);
  const sections = page.sections.flatMap(({ heading, stories }) => [
    `## ${markdownWords(heading)}`,
    ...stories.flatMap((story) => [`### ${markdownWords(story.headline)}`, ...storyLines(story, page, link)]),
  ]);
  const blocks = [
    ...headLines(page),
    ...sections,
    `## ${page.wording.sources}`,
    page.sources.map((source) => sourceLine(source, page)).join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The newsletter as messages of at most `limit` characters, which are never split within a citation. */
export function toMessages(
  newsletter: Newsletter,
  { zone, limit }: RenderOptions & { readonly limit: number },
): NewsletterMessage[] {
  const page = pageOf(newsletter, { zone });
  const known = new Map(page.sources.map(({ n, address }) => [n, address]));
  const message = (part: string, blocks: readonly string[]): NewsletterMessage[] => {
    const text = blocks.join('\n\n');
    const citations = citationsIn(text, known);
    return splitCited(text, limit, citations).map((piece, at) => ({
      part,
      piece: at + 1,
      text: piece,
      citations: citationsIn(piece, known),
    }));
  };
  const link = ({ n }: PageSource) => `[${n}]`;
  return [
    ...message('head', headLines(page)),
    ...page.sections.flatMap(({ heading, stories }, at) =>
      message(`section${at + 1}`, [
        `## ${markdownWords(heading)}`,
        ...stories.flatMap((story) => [
          `**${markdownWords(story.headline)}**`,
          ...storyLines(story, page, link),
        ]),
      ]),
    ),
    ...message('sources', [
      `## ${page.wording.sources}`,
      page.sources.map((source) => `${link(source)} ${described(source, page)}`).join('\n'),
    ]),
  ];
}

function headLines({ title, date, intro, isByModel, wording }: Page): string[] {
  return [
    `# ${markdownWords(title)}`,
    date,
    ...(intro === '' ? [] : [markdownWords(intro, true)]),
    ...(isByModel ? [] : [`*${wording.withoutModel}*`]),
  ];
}

function storyLines(
  { spans, loose }: PageStory,
  { wording }: Page,
  link: (source: PageSource) => string,
): string[] {
  const text = spans.map((span, at) => {
    if (span.kind === 'doubt') return wording.doubted;
    return span.kind === 'cite' ? link(span.source) : markdownWords(span.text, at === 0);
  });
  return [
    text.join('').trim(),
    ...loose.map((doubt) => `${wording.doubtedElsewhere} ${markdownWords(wording.quoted(doubt))}`),
  ];
}

function sourceLine(source: PageSource, page: Page): string {
  const { n, title, address } = source;
  const named = address === undefined ? markdownWords(title) : `[${markdownWords(title)}](<${address}>)`;
  return `- [${n}] ${named}${aside(source, page)}`;
}

function described(source: PageSource, page: Page): string {
  return `${markdownWords(source.title)}${aside(source, page)}`;
}

function aside({ publisher, date }: PageSource, { wording }: Page): string {
  const rest = [markdownWords(publisher), date].filter((part) => part !== undefined && part !== '');
  return rest.length === 0 ? '' : `${wording.comma}${rest.join(wording.comma)}`;
}

function citationsIn(text: string, known: ReadonlyMap<number, string | undefined>): Citations {
  const cited = [...text.matchAll(/\[(\d{1,3})\]/gu)].map(([, n]) => Number(n));
  return Object.fromEntries(
    [...new Set(cited)].flatMap((n) => {
      const address = known.get(n);
      return address === undefined ? [] : [[n, address]];
    }),
  );
}
