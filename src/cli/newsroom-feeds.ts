import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Clock } from '../time/clock.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { findGateway } from './desk-line.ts';
import { say } from './say.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
  readonly edition?: string;
}

/** `nightdesk newsroom feeds import|export|discover` */
export function feedsCommands(newsroom: Command, world: World, clock: Clock): void {
  const feeds = newsroom.command('feeds').description("an edition's feeds, and the feeds of a site");

  feeds
    .command('import <file>')
    .description('feeds of an OPML file that the edition has not; with --write they are added to it')
    .option('--edition <name>', 'the edition, else that of NIGHTDESK_EDITION')
    .option('--write', "add them to the home's copy of the edition")
    .option('--json', 'as JSON')
    .action(async (file: string, { json, edition, write }: Flags & { write?: boolean }) => {
      const config = configOf(world);
      const opml = await textOf(file, world.cwd);
      const { importFeeds } = await import('../newsroom/inspect/edition-feeds.ts');
      const name = edition ?? config.edition;
      const answer = await importFeeds(opml, { config, name, write: write === true });
      const { added, known, refused } = answer;
      say(world, json, answer, () =>
        [
          ...added.map(({ key, url, category }) => [key, url, category].filter(Boolean).join('  ')),
          ...known.map(({ label, key }) => `left "${label}": the edition has it as ${key}`),
          `${added.length} new, ${known.length} known, ${refused.length} refused`,
          answer.file === undefined ? 'Nothing was written.' : `Written to ${answer.file}.`,
        ].join('\n'),
      );
      // An edition is read when a desk starts.
      if (answer.file !== undefined && (await findGateway(config)))
        world.warn('the desk that runs reads them once it is started again');
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
      const { exportFeeds } = await import('../newsroom/inspect/edition-feeds.ts');
      const opml = await exportFeeds(config, edition ?? config.edition);
      say(world, json, { opml }, () => opml.trimEnd());
    });

  feeds
    .command('discover <url>')
    .description('the feeds of a site')
    .option('--json', 'as JSON')
    .action(async (url: string, { json }: Flags) => {
      if (!/^https?:\/\//i.test(url)) throw new WrongUse(`${url} is no http address`);
      const { discover } = await import('../newsroom/inspect/edition-feeds.ts');
      const found = await discover(url, { config: configOf(world), clock });
      if (json) say(world, json, found, () => '');
      if (found.kind === 'failed') throw new Failure(`${found.reason}: ${found.detail}`);
      if (found.kind === 'none') throw new Failure(`no feed at ${found.looked.join(', ')}`);
      if (json) return;
      for (const { url: feed, title, items, error } of found.feeds)
        world.out([feed, title, error ?? `${items ?? 0} items`].filter(Boolean).join('  '));
    });
}

async function textOf(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new WrongUse(`${file} can't be read: ${(error as Error).message}`);
  }
}
