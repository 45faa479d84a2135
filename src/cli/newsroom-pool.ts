import type { Command } from 'commander';
import type { ResultOf } from '../main/features.ts';
import { sayDuration } from '../time/duration.ts';
import { dayAndTime } from '../time/zone.ts';
import { WrongUse } from './cli-error.ts';
import { withDesk } from './desk-connection.ts';
import { numberOf } from './job-flags.ts';
import { feedTable, outcomesIn, remarkOf, sayUpdate } from './newsroom-pool-words.ts';
import { say } from './say.ts';
import { oneLine, table } from './table.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
}

/** `nightdesk newsroom pool …` and `newsroom gc`: the links, where they come from, and what became of them. */
export function poolCommands(newsroom: Command, world: World): void {
  const pool = newsroom.command('pool').description('the links, their feeds, and what became of them');

  pool
    .command('status')
    .description('how many links and events there are, and how each feed stands')
    .option('--json', 'as JSON')
    .action(({ json }: Flags) =>
      withDesk(world, async ({ call, config }) => {
        const answer = await call('newsroom.pool.status');
        const { links, pending, openEvents, postedEvents } = answer;
        say(world, json, answer, () =>
          [
            `links   ${links}, ${pending} to be clustered`,
            `events  ${openEvents} open, ${postedEvents} posted`,
            feedTable(answer.feeds, config.zone),
          ].join('\n'),
        );
      }),
    );

  pool
    .command('update <source>')
    .description('read the feeds that are due (rss), or ask brave or gdelt, and cluster what is new')
    .option('--feed <key>', 'with rss: this feed only, though it is not due or disabled')
    .option('--json', 'as JSON')
    .action((source: string, { feed, json }: Flags & { feed?: string }) => {
      if (!['rss', 'brave', 'gdelt'].includes(source))
        throw new WrongUse('the source is rss, brave or gdelt');
      if (feed !== undefined && source !== 'rss') throw new WrongUse('--feed goes with rss');
      const asked = { source, ...(feed !== undefined && { feed }) };
      return withDesk(world, async ({ call }) => {
        const answer = await call('newsroom.pool.update', asked);
        say(world, json, answer, () => sayUpdate(answer));
      });
    });

  pool
    .command('preview <feed>')
    .description('what became of each link of a feed and why, and when the feed is read next')
    .option('--limit <number>', 'how many links', '30')
    .option('--json', 'as JSON')
    .action((feed: string, { limit, json }: Flags & { limit: string }) =>
      withDesk(world, async ({ call, config }) => {
        const asked = { feed, limit: numberOf('--limit', limit) };
        const answer = await call('newsroom.pool.preview', asked);
        say(world, json, answer, () => sayPreview(answer, config.zone));
      }),
    );

  pool
    .command('enable <feed>')
    .description('read a failing or disabled feed again when inputs are next prepared')
    .option('--json', 'as JSON')
    .action((feed: string, { json }: Flags) =>
      withDesk(world, async ({ call }) => {
        const answer = await call('newsroom.pool.enable', { feed });
        say(world, json, answer, () => `${answer.label} is read again with the next inputs.`);
      }),
    );

  pool
    .command('audit')
    .description('what was done to the pool, newest first')
    .option('--limit <number>', 'how many runs', '20')
    .option('--json', 'as JSON')
    .action(({ limit, json }: Flags & { limit: string }) =>
      withDesk(world, async ({ call, config }) => {
        const asked = { limit: numberOf('--limit', limit) };
        const answer = await call('newsroom.pool.audit', asked);
        say(world, json, answer, () => auditTable(answer.runs, config.zone));
      }),
    );

  newsroom
    .command('gc')
    .description('drop what has served its time from the pool, and make counts right')
    .option('--json', 'as JSON')
    .action(({ json }: Flags) =>
      withDesk(world, async ({ call }) => {
        const answer = await call('newsroom.pool.gc');
        const { links, events, articles, recounted } = answer;
        say(
          world,
          json,
          answer,
          () =>
            `Dropped ${links} links, ${events} events and ${articles} articles; ${recounted} counts made right.`,
        );
      }),
    );
}

function sayPreview({ feed, nextReadAtMs, links }: ResultOf<'newsroom.pool.preview'>, zone: string): string {
  const next = nextReadAtMs === undefined ? 'when somebody asks' : dayAndTime(nextReadAtMs, zone);
  const remark = remarkOf(feed, zone);
  return [
    `${feed.label}: ${feed.state.replace('_', ' ')}${remark === '' ? '' : `, ${remark}`}`,
    `read next: ${feed.state === 'disabled' || feed.state === 'paused' ? 'not by itself' : next}`,
    `times in ${zone}`,
    ...links.flatMap(({ title, url, firstSeenAtMs, publishedAtMs, why }) => [
      '',
      `${dayAndTime(publishedAtMs ?? firstSeenAtMs, zone)}  ${oneLine(title || url || 'without a title', 100)}`,
      `  ${why}`,
    ]),
  ].join('\n');
}

function auditTable(runs: ResultOf<'newsroom.pool.audit'>['runs'], zone: string): string {
  if (runs.length === 0) return 'Nothing was done yet.';
  const rows = runs.map(({ kind, startedAtMs, finishedAtMs, detail }) => {
    const outcomes = outcomesIn(detail);
    return [
      dayAndTime(startedAtMs, zone),
      kind,
      sayDuration(finishedAtMs - startedAtMs),
      outcomes ? oneLine(sayUpdate(outcomes), 120) : oneLine(JSON.stringify(detail), 80),
    ];
  });
  return table([`WHEN (${zone})`, 'WHAT', 'TOOK', 'OUTCOME'], rows);
}
