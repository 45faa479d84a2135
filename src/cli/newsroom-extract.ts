import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { answerLines } from './json-lines.ts';
import { say } from './say.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

/** `nightdesk newsroom extract URL|FILE`, or one page per line with `--jsonl`. */
export function extractCommand(newsroom: Command, world: World, clock: Clock): void {
  newsroom
    .command('extract [source]')
    .description('the article of a page as the newsroom reads it: its address, or a file')
    .option('--json', 'as JSON')
    .option(
      '--jsonl',
      'pages on standard input, a JSON object {id, url, html | bodyBase64, contentType?} a line',
    )
    .action(async (source: string | undefined, { json, jsonl }: Flags) => {
      if ((source === undefined) !== (jsonl === true))
        throw new WrongUse('name an address or a file, or give --jsonl and lines on standard input');
      const { openPageInspection } = await import('../newsroom/inspect/inspect-extract.ts');
      const pages = await openPageInspection(clock);
      try {
        // One more in progress than workers, so that no worker waits for the next line.
        if (source === undefined) return await answerLines(world, pages.line, { atOnce: pages.width + 1 });
        const page = await pages.source(source, { config: configOf(world), cwd: world.cwd });
        if (page.error === undefined || json) say(world, json, page, () => sayArticle(page));
        if (page.error !== undefined) throw new Failure(page.error);
      } finally {
        await pages.close();
      }
    });
}

interface Told {
  readonly title: string;
  readonly text: string;
  readonly byline?: string;
  readonly publishedAt?: string;
  readonly outlet?: string;
  readonly extractor: string;
  readonly quality: number;
}

function sayArticle({ title, text, byline, publishedAt, outlet, extractor, quality }: Told): string {
  const about = [outlet, byline, publishedAt, `quality ${quality}`, extractor].filter(Boolean).join(' · ');
  return [title, about, '', text].join('\n');
}
