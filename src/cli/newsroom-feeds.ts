import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { ResultOf } from '../main/features.ts';
import type { Clock } from '../time/clock.ts';
import type { Call } from './answers.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { callOf, findGateway } from './desk-connection.ts';
import { feedChangeCommands } from './newsroom-feed-changes.ts';
import { say } from './say.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
  readonly edition?: string;
}

/** `nightdesk newsroom feeds …`: those of the edition, OPML both ways, and the feeds of a site. */
export function feedsCommands(newsroom: Command, world: World, clock: Clock): void {
  const feeds = newsroom.command('feeds').description("an edition's feeds, and the feeds of a site");
  feedChangeCommands(feeds, world);

  feeds
    .command('import <file>')
    .description('feeds of an OPML file that the edition has not; with --write they are added to it')
    .option('--edition <name>', 'the edition, else that of NIGHTDESK_EDITION')
    .option('--write', "add them to the home's copy of the edition")
    .option('--json', 'as JSON')
    .action(async (file: string, { json, edition, write = false }: Flags & { write?: boolean }) => {
      const opml = await textOf(file, world.cwd);
      const answer = await importFeeds(opml, write, world, edition);
      const { added, known, refused } = answer;
      say(world, json, answer, () =>
        [
          ...added.map(({ key, url, category }) => [key, url, category].filter(Boolean).join('  ')),
          ...known.map(({ label, key }) => `left "${label}": the edition has it as ${key}`),
          `${added.length} new, ${known.length} known, ${refused.length} refused`,
          answer.file === undefined ? 'Nothing was written.' : `Written to ${answer.file}.`,
        ].join('\n'),
      );
      for (const { outline, because } of refused) world.warn(`refused ${outline}: ${because}`);
      if (refused.length > 0 && added.length + known.length === 0)
        throw new Failure(`none of the feeds of ${file} could be taken`);
    });

  feeds
    .command('export')
    .description('the feeds as OPML')
    .option('--edition <name>', 'the edition, else that of NIGHTDESK_EDITION')
    .option('--json', 'as JSON')
    .action(async ({ json, edition }: Flags) => {
      const config = configOf(world);
      const call = await deskOf(config, edition);
      const opml = call
        ? (await call('newsroom.feeds.export')).opml
        : await (await listOf(config, edition)).export();
      say(world, json, { opml }, () => opml.trimEnd());
    });

  feeds
    .command('discover <url>')
    .description('the feeds of a site')
    .option('--json', 'as JSON')
    .action(async (url: string, { json }: Flags) => {
      if (!/^https?:\/\//i.test(url)) throw new WrongUse(`${url} is no http address`);
      const found = await discoverFeeds(url, configOf(world), clock);
      if (json) say(world, json, found, () => '');
      if (found.kind === 'failed') throw new Failure(`${found.reason}: ${found.detail}`);
      if (found.kind === 'none') throw new Failure(`no feed at ${found.looked.join(', ')}`);
      if (json) return;
      for (const { url: feed, title, items, error, known } of found.feeds)
        world.out(
          [feed, title, error ?? `${items ?? 0} items`, known && `the edition has it as ${known}`]
            .filter(Boolean)
            .join('  '),
        );
    });
}

/** The running desk, where its own edition is meant. */
async function deskOf(config: Config, edition: string | undefined): Promise<Call | undefined> {
  if (edition !== undefined && edition !== config.edition) return undefined;
  const client = await findGateway(config);
  return client && callOf(client);
}

async function listOf(config: Config, edition: string | undefined) {
  const { feedListOf } = await import('../newsroom/inspect/edition-feeds.ts');
  return feedListOf(config, edition ?? config.edition);
}

async function importFeeds(opml: string, write: boolean, world: World, edition: string | undefined) {
  const config = configOf(world);
  const call = await deskOf(config, edition);
  if (call) return call('newsroom.feeds.import', { opml, write });
  const list = await listOf(config, edition);
  const found = await list.import(opml, write).catch((error: unknown) => {
    throw new Failure((error as Error).message);
  });
  const isWritten = write && found.added.length > 0;
  return {
    edition: edition ?? config.edition,
    ...found,
    ...(isWritten && { file: list.status().file }),
  } as ResultOf<'newsroom.feeds.import'>;
}

async function discoverFeeds(
  url: string,
  config: Config,
  clock: Clock,
): Promise<ResultOf<'newsroom.feeds.discover'>> {
  const call = await deskOf(config, undefined);
  if (call) return call('newsroom.feeds.discover', { url });
  const { discover } = await import('../newsroom/inspect/edition-feeds.ts');
  return (await discover(url, { config, clock })) as ResultOf<'newsroom.feeds.discover'>;
}

async function textOf(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new WrongUse(`${file} can't be read: ${(error as Error).message}`);
  }
}
