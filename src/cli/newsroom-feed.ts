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

/** `nightdesk newsroom feed URL|FILE`, or one feed per line with `--jsonl`. */
export function feedCommand(newsroom: Command, world: World, clock: Clock): void {
  newsroom
    .command('feed [source]')
    .description('a feed as the newsroom reads it: its address, or a file')
    .option('--json', 'as JSON')
    .option('--jsonl', 'feeds on standard input, a JSON object {id, url?, contentType?, bodyBase64} a line')
    .action(async (source: string | undefined, { json, jsonl }: Flags) => {
      if ((source === undefined) !== (jsonl === true))
        throw new WrongUse('name an address or a file, or give --jsonl and lines on standard input');
      const { inspectFeed, inspectFeedLine } = await import('../newsroom/inspect/inspect-feed.ts');
      if (source === undefined)
        return answerLines(world, (asked) => inspectFeedLine(asked, clock), { atOnce: 2 });
      const feed = await inspectFeed(source, { config: configOf(world), cwd: world.cwd, clock });
      if (feed.error !== undefined) {
        if (json) say(world, json, feed, () => '');
        throw new Failure(feed.error);
      }
      say(world, json, feed, () =>
        [
          feed.title,
          ...feed.items.map(({ publishedAt, updatedAt, title, url, problems = [] }) =>
            [publishedAt ?? updatedAt ?? 'no date', title, url, ...problems].filter(Boolean).join('  '),
          ),
          ...(feed.leftOut === undefined ? [] : [`and ${feed.leftOut} older items`]),
        ].join('\n'),
      );
    });
}
