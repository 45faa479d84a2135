/** A newsletter as plain text, 72 columns wide: `toText(newsletter, { zone })`, the text part of an e-mail. */
import type { Newsletter } from '../model/outputs.ts';
import { pageOf } from './page.ts';
import type { Page, PageSource, PageStory, RenderOptions } from './page.ts';
import { columns, wrap } from './wrap.ts';

const WIDTH = 72;

export function toText(newsletter: Newsletter, options: RenderOptions): string {
  const page = pageOf(newsletter, options);
  const { wording, title, date, intro, isByModel, sections, sources } = page;
  const blocks = [
    underlined(title, '='),
    date,
    ...(intro === '' ? [] : [wrap(intro, WIDTH)]),
    ...(isByModel ? [] : [wrap(wording.withoutModel, WIDTH)]),
    ...sections.flatMap(({ heading, stories }) => [
      underlined(heading, '-'),
      ...stories.map((story) => storyText(story, page)),
    ]),
    underlined(wording.sources, '-'),
    sources.map((source) => sourceText(source, page)).join('\n'),
    wrap(wording.footer(date), WIDTH),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function underlined(text: string, mark: string): string {
  const lines = wrap(text, WIDTH);
  const longest = Math.max(...lines.split('\n').map(columns));
  return `${lines}\n${mark.repeat(longest)}`;
}

function storyText({ headline, spans, loose }: PageStory, { wording }: Page): string {
  const text = spans.map((span) => {
    if (span.kind === 'doubt') return wording.doubted;
    return span.kind === 'cite' ? `[${span.source.n}]` : span.text;
  });
  const doubts = loose.map((doubt) => `${wording.doubtedElsewhere} ${wording.quoted(doubt)}`);
  return [headline, text.join('').trim(), ...doubts].map((line) => wrap(line, WIDTH)).join('\n');
}

/** The address stands on a line of its own and is never cut. */
function sourceText({ n, title, publisher, date, address }: PageSource, { wording }: Page): string {
  const mark = `[${n}] `;
  const said = [title, publisher, date].filter((part) => part !== undefined && part !== '');
  const indent = ' '.repeat(mark.length);
  const lines = [wrap(`${mark}${said.join(wording.comma)}`, WIDTH, indent)];
  if (address !== undefined) lines.push(`${indent}${address}`);
  return lines.join('\n');
}
