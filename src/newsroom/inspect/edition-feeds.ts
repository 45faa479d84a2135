/** `nightdesk newsroom feeds …` where no desk runs: the feeds of an edition's file, and those of a site. */
import type { Config } from '../../config/config.ts';
import { programFiles } from '../../config/program-files.ts';
import type { Clock } from '../../time/clock.ts';
import { EditionFile } from '../edition/edition-file.ts';
import { discoverFeeds } from '../intake/feeds/discover-feeds.ts';
import type { Discovery } from '../intake/feeds/discovery.ts';
import { FeedList } from '../intake/feed-list.ts';
import { withFetcher } from './source-argument.ts';

/** @param name an edition of the home or of the program, or the path of a file */
// ts-unused-exports:disable-next-line
export function feedListOf(config: Config, name: string): FeedList {
  return new FeedList(new EditionFile({ name, home: config.paths.editions, program: programFiles.editions }));
}

/** The feeds of a site, asked for over the web. @param address of any of its pages. */
// ts-unused-exports:disable-next-line
export function discover(address: string, around: { config: Config; clock: Clock }): Promise<Discovery> {
  return withFetcher(around, (fetcher) => discoverFeeds(address, fetcher));
}
