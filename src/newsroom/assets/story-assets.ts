/** Markets and pictures of stories; loaded with the first story that uses them. */
import type { HomeFiles } from '../../async/home-files.ts';
import type { AssetCollector } from './asset-collector.ts';
import type { FiguresWork } from './draw/figures-page.ts';
import type { Studio } from './studio.ts';
import type { MadePicture } from './studio-work.ts';
import type { Config } from '../../config/config.ts';
import type { Edition } from '../edition/edition.ts';
import { entriesFor } from '../../web-fetch/private-addresses.ts';
import { UndiciFetcher } from '../../web-fetch/undici-fetcher.ts';
import type { StoryAssets } from '../model/story-assets.ts';
import type { Clock } from '../../time/clock.ts';

interface AssetDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly edition: Edition;
  /** For pictures from the open web. */
  readonly fetcher: UndiciFetcher;
  readonly version: string;
  readonly files: HomeFiles;
}

export interface LazyAssets extends StoryAssets {
  /** Draw a page of charts. Rejects with a `PictureFailed`. */
  figures(work: FiguresWork, signal: AbortSignal): Promise<MadePicture>;
  close(): Promise<void>;
}

export function storyAssets({ config, clock, edition, fetcher, version, files }: AssetDeps): LazyAssets {
  const { stooq, coinbase } = config.sources;
  let made: Promise<{ collector: AssetCollector; studio: Studio; markets: UndiciFetcher }> | undefined;
  const make = async () => {
    const [{ AssetCollector }, { Studio }] = await Promise.all([
      import('./asset-collector.ts'),
      import('./studio.ts'),
    ]);
    const studio = new Studio({ clock });
    // An operator's own provider address may be private; pages of stories may not.
    const own = entriesFor([stooq.baseUrl, coinbase.baseUrl]);
    const markets = new UndiciFetcher({
      clock,
      version,
      allowPrivate: [...config.fetchAllowPrivate, ...own],
    });
    const collector = new AssetCollector({
      clock,
      edition,
      fetcher,
      marketFetcher: markets,
      stooqUrl: stooq.baseUrl,
      coinbaseUrl: coinbase.baseUrl,
      studio,
      files,
    });
    return { collector, studio, markets };
  };
  const collector = async () => (await (made ??= make())).collector;
  return {
    beforeWriting: async (story, signal) => (await collector()).beforeWriting(story, signal),
    afterWriting: async (story, signal) => (await collector()).afterWriting(story, signal),
    figures: async (work, signal) => {
      const { studio } = await (made ??= make());
      return studio.make({ kind: 'figures', ...work }, signal);
    },
    close: async () => {
      const there = await made?.catch(() => undefined);
      there?.studio.close();
      await there?.markets.close();
    },
  };
}
