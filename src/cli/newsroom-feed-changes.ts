import type { Command } from 'commander';
import type { ParamsOf, ResultOf } from '../main/features.ts';
import { dayAndTime } from '../time/zone.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { withDesk } from './desk-connection.ts';
import { say } from './say.ts';
import { oneLine, table } from './table.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
}

type Filter = NonNullable<ParamsOf<'newsroom.feeds.add'>['filters']>[number];
type Preview = Extract<ResultOf<'newsroom.feeds.preview'>, { kind: 'read' }>;

/** `nightdesk newsroom feeds list|add|preview|pause|resume|filter|remove`: by the methods of the desk. */
export function feedChangeCommands(feeds: Command, world: World): void {
  feeds
    .command('list')
    .description('the feeds of the edition, with their items of the last 48 hours')
    .option('--json', 'as JSON')
    .action(({ json }: Flags) =>
      withDesk(world, async ({ call }) => {
        const answer = await call('newsroom.feeds.list');
        say(world, json, answer, () => listTable(answer));
      }),
    );

  feeds
    .command('preview <url>')
    .description('what would become of each item of a feed, and why; nothing is stored')
    .option('--category <name>', 'the category that the feed promises')
    .option('--json', 'as JSON')
    .action((url: string, { json, category }: Flags & { category?: string }) =>
      withDesk(world, async ({ call, config }) => {
        const answer = await call('newsroom.feeds.preview', { url, ...(category && { category }) });
        if (answer.kind === 'failed') throw new Failure(`${answer.reason}: ${answer.detail}`);
        say(world, json, answer, () => sayPreview(answer, config.zone));
      }),
    );

  feeds
    .command('add <url>')
    .description('add a feed to the edition; a running desk reads it from then on')
    .option('--label <name>', 'what people call it')
    .option('--category <name>', 'the category that it promises')
    .option('--json', 'as JSON')
    .action((url: string, { json, ...fields }: Flags & { label?: string; category?: string }) =>
      withDesk(world, async ({ call }) => {
        const answer = await call('newsroom.feeds.add', { url, ...fields });
        say(world, json, answer, () => `Added ${answer.label} as ${answer.key}.`);
      }),
    );

  const change = (name: string, about: string, changed: { paused: true | null }, done: string) =>
    feeds
      .command(`${name} <feed>`)
      .description(about)
      .option('--json', 'as JSON')
      .action((feed: string, { json }: Flags) =>
        withDesk(world, async ({ call }) => {
          const answer = await call('newsroom.feeds.change', { feed, change: changed });
          if (changed.paused === null) await call('newsroom.pool.enable', { feed });
          say(world, json, answer, () => `${answer.label} ${done}`);
        }),
      );
  change('pause', 'read a feed no more, until it is resumed', { paused: true }, 'is paused.');
  change('resume', 'read a feed again that is paused or disabled', { paused: null }, 'is read again.');

  feeds
    .command('remove <feed>')
    .description('take a feed out of the edition; what it delivered stays')
    .option('--json', 'as JSON')
    .action((feed: string, { json }: Flags) =>
      withDesk(world, async ({ call }) => {
        const answer = await call('newsroom.feeds.remove', { feed });
        const again = `nightdesk newsroom feeds add ${answer.feed.url}`;
        say(world, json, answer, () => `Removed ${answer.feed.label}. Add it again: ${again}`);
      }),
    );
  filterCommand(feeds, world);
}

interface FilterFlags extends Flags {
  readonly drop?: string[];
  readonly only?: string[];
  readonly in: string;
  readonly clear?: boolean;
  readonly write?: boolean;
}

function filterCommand(feeds: Command, world: World): void {
  feeds
    .command('filter <feed>')
    .description('what filters would have dropped of a feed in the last 48 hours; with --write they are set')
    .option('--drop <words...>', 'drop items with one of these words or phrases')
    .option('--only <words...>', 'drop items without any of these')
    .option('--in <where>', 'where they are looked for: title or address', 'title')
    .option('--clear', 'no filters')
    .option('--write', "set them as the feed's filters")
    .option('--json', 'as JSON')
    .action((feed: string, flags: FilterFlags) => {
      const filters = filtersOf(flags);
      return withDesk(world, async ({ call }) => {
        const answer = await call('newsroom.feeds.count', { feed, filters });
        const isWritten = flags.write === true;
        if (isWritten)
          await call('newsroom.feeds.change', {
            feed,
            change: { filters: filters.length > 0 ? filters : null },
          });
        say(world, flags.json, answer, () =>
          [
            `${answer.dropped} of ${answer.items} items of the last 48 hours would have been dropped`,
            ...answer.examples.dropped.map((title) => `  dropped  ${oneLine(title, 100)}`),
            ...answer.examples.kept.map((title) => `  kept     ${oneLine(title, 100)}`),
            isWritten ? 'The filters are set.' : 'Nothing was written.',
          ].join('\n'),
        );
      });
    });
}

function filtersOf({ drop, only, in: where, clear }: FilterFlags): Filter[] {
  if (where !== 'title' && where !== 'address') throw new WrongUse('--in is title or address');
  if (clear !== true && drop === undefined && only === undefined)
    throw new WrongUse('give --drop, --only or --clear');
  return [
    ...(drop === undefined ? [] : [{ rule: 'drop' as const, words: drop, in: where }]),
    ...(only === undefined ? [] : [{ rule: 'only' as const, words: only, in: where }]),
  ] as Filter[];
}

function listTable({ feeds, file, refusal }: ResultOf<'newsroom.feeds.list'>): string {
  const rows = feeds.map(({ key, label, state, hours, dropped, filters, category = '' }) => [
    key,
    oneLine(label, 40),
    state.replace('_', ' '),
    String(hours.reduce((a, b) => a + b, 0)),
    filters.length === 0 ? '-' : `${filters.length} (${dropped} dropped)`,
    category,
  ]);
  return [
    table(['FEED', 'NAME', 'STATE', 'ITEMS 48 H', 'FILTERS', 'CATEGORY'], rows),
    refusal ?? `Changes are written to ${file}.`,
  ].join('\n');
}

function sayPreview({ title, items }: Preview, zone: string): string {
  const count = (fate: string) => items.filter((item) => item.fate === fate).length;
  return [
    `${title || 'a feed without a title'}: ${items.length} items, ${count('offered')} would be offered (times in ${zone})`,
    ...items.map(({ title: headline, publishedAtMs, fate, category, reason }) =>
      [
        publishedAtMs === undefined ? 'no date' : dayAndTime(publishedAtMs, zone),
        fate.replace('_', ' '),
        category,
        oneLine(headline, 90),
        reason && `(${reason})`,
      ]
        .filter(Boolean)
        .join('  '),
    ),
  ].join('\n');
}
