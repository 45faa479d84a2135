/** `nightdesk newsroom feeds …`: imports and exports an edition's feeds as OPML, and finds the feeds of a site. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { readEdition } from '../edition/edition.ts';
import type { EditionFeed } from '../edition/edition.ts';
import { discoverFeeds } from '../intake/feeds/discover-feeds.ts';
import type { Discovery } from '../intake/feeds/discover-feeds.ts';
import { feedsFromOpml, feedsToOpml } from '../intake/feeds/opml.ts';
import type { ImportedFeeds } from '../intake/feeds/opml.ts';
import type { Clock } from '../../time/clock.ts';
import { programFiles } from '../../config/program-files.ts';
import { withFetcher } from './source-argument.ts';

export interface FeedImport extends ImportedFeeds {
  readonly edition: string;
  /** The edition's file; absent where nothing was written. */
  readonly file?: string;
}

/** `name` is an edition of the home or of the program. @throws OpmlError, EditionError */
// ts-unused-exports:disable-next-line
export async function importFeeds(
  opml: string,
  { config, name, write }: { readonly config: Config; readonly name: string; readonly write: boolean },
): Promise<FeedImport> {
  const edition = readEdition(name, folders(config));
  const found = await feedsFromOpml(opml, edition);
  const told = { edition: edition.name, ...found };
  if (!write || found.added.length === 0) return told;
  return { ...told, file: addFeeds(found.added, config, name) };
}

/** An edition's feeds as OPML. @throws EditionError */
// ts-unused-exports:disable-next-line
export async function exportFeeds(config: Config, name: string): Promise<string> {
  return feedsToOpml(readEdition(name, folders(config)));
}

/** The feeds of a site, discovered over the web. @param address any of its pages. */
// ts-unused-exports:disable-next-line
export function discover(address: string, around: { config: Config; clock: Clock }): Promise<Discovery> {
  return withFetcher(around, (fetcher) => discoverFeeds(address, fetcher));
}

/**
 * Add feeds to the home's edition, which is first copied from the program's if there is none. The file is replaced
 * whole, after the new one was validated as an edition; everything else in it stays unchanged.
 */
function addFeeds(feeds: readonly EditionFeed[], config: Config, name: string): string {
  const source = fileOf(name, config);
  const file = join(config.paths.editions, basename(source));
  if (isOfProgram(file))
    throw new Error(
      `${file} comes with the program and stays as it is: copy it under another name, or set NIGHTDESK_HOME`,
    );
  const given = JSON.parse(readFileSync(source, 'utf8')) as { feeds: unknown[] };
  const content = JSON.stringify({ ...given, feeds: [...given.feeds, ...feeds] }, null, 2);
  mkdirSync(config.paths.editions, { recursive: true });
  const target = existsSync(file) ? realpathSync(file) : file;
  const fresh = `${target}.new.json`;
  try {
    writeFileSync(fresh, `${content}\n`);
    readEdition(fresh, []);
    renameSync(fresh, target);
  } finally {
    rmSync(fresh, { force: true });
  }
  return file;
}

function folders(config: Config): string[] {
  return [config.paths.editions, programFiles.editions];
}

/** Where `readEdition` finds it. */
function fileOf(name: string, config: Config): string {
  if (/[\\/]|\.json$/.test(name)) return resolve(name);
  const places = folders(config).map((folder) => join(folder, `${name}.json`));
  return places.find((place) => existsSync(place)) ?? places[0]!;
}

/** The program's own editions; a home in the program's folder may have others beside them. */
const SHIPPED = ['sample.json', 'uk-hk.json'];

function isOfProgram(file: string): boolean {
  if (!SHIPPED.includes(basename(file))) return false;
  const shipped = join(programFiles.editions, basename(file));
  return existsSync(shipped) && existsSync(file) && realpathSync(shipped) === realpathSync(file);
}
