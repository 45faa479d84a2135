/**
 * A story's assets in two steps: market data before it is written, pictures afterwards. Each step has a time budget;
 * what isn't ready by then counts as timed out, and the story continues without it.
 */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HomeFiles } from '../../async/home-files.ts';
import { deadline, type Clock } from '../../time/clock.ts';
import type { Edition } from '../edition/edition.ts';
import type { Fetcher } from '../../web-fetch/fetcher.ts';
import type {
  AssetFailure,
  MarketFound,
  PicturesMade,
  PlannedStory,
  StoryAssets,
  StoryPicture,
  WrittenStory,
} from '../model/story-assets.ts';
import { chooseMarkets } from './market/choose-markets.ts';
import { takeSnapshot } from './market/take-snapshot.ts';
import { failureOf, PictureFailed } from './picture-failed.ts';
import { findPhoto } from './picture/find-photo.ts';
import { ownPoints, proposedFigures, proposedPoints } from './story-points.ts';
import type { MadePicture } from './studio-work.ts';
import type { Studio } from './studio.ts';
import { wantedCard, wantedChart, wantedInfographic, type WantedPicture } from './wanted-pictures.ts';

interface CollectorDeps {
  readonly clock: Clock;
  readonly edition: Pick<Edition, 'title' | 'language' | 'zone' | 'categories' | 'markets'>;
  /** For pictures from the open web. */
  readonly fetcher: Fetcher;
  /** For market data providers, whose addresses an operator may configure; `fetcher` by default. */
  readonly marketFetcher?: Fetcher;
  readonly stooqUrl?: string | undefined;
  readonly coinbaseUrl?: string | undefined;
  readonly studio: Pick<Studio, 'make'>;
  readonly files: Pick<HomeFiles, 'write'>;
  readonly beforeMs?: number;
  readonly afterMs?: number;
}

const BEFORE_MS = 15_000;
const AFTER_MS = 30_000;
const LEAST_FIGURES = 2;

export class AssetCollector implements StoryAssets {
  readonly #deps: CollectorDeps;

  constructor(deps: CollectorDeps) {
    this.#deps = deps;
  }

  async beforeWriting(story: PlannedStory, signal: AbortSignal): Promise<MarketFound> {
    const { clock, edition, fetcher, marketFetcher, stooqUrl, coinbaseUrl, beforeMs } = this.#deps;
    const markets = chooseMarkets(story, edition.markets?.symbols ?? []);
    if (markets.length === 0) return { failures: [] };
    const places = { fetcher: marketFetcher ?? fetcher, stooqUrl, coinbaseUrl };
    return this.#within(beforeMs ?? BEFORE_MS, signal, (budget) =>
      takeSnapshot(markets, places, clock.now(), budget),
    );
  }

  afterWriting(story: WrittenStory, signal: AbortSignal): Promise<PicturesMade> {
    return this.#within(this.#deps.afterMs ?? AFTER_MS, signal, async (budget) => {
      const illustration = new Illustration(story, this.#deps, budget);
      const pictures = await Promise.all([illustration.chart(), illustration.hero()]);
      return { pictures: pictures.filter((it) => it !== undefined), failures: illustration.failures };
    });
  }

  /** Work that never rejects, within a budget. Afterwards the caller's signal is checked. */
  async #within<T>(ms: number, signal: AbortSignal, work: (budget: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const { clock } = this.#deps;
    const late = new PictureFailed('out_of_time', `the assets of the story took longer than ${ms} ms`);
    const time = deadline(clock, clock.now() + ms, late, signal);
    try {
      const done = await work(time.signal);
      signal.throwIfAborted();
      return done;
    } finally {
      time.clear();
    }
  }
}

/** The pictures of one story. Failures are collected. */
class Illustration {
  readonly failures: AssetFailure[] = [];
  readonly #story: WrittenStory;
  readonly #deps: CollectorDeps;
  readonly #signal: AbortSignal;

  constructor(story: WrittenStory, deps: CollectorDeps, signal: AbortSignal) {
    this.#story = story;
    this.#deps = deps;
    this.#signal = signal;
  }

  async chart(): Promise<StoryPicture | undefined> {
    const wanted = wantedChart(this.#story, this.#deps.edition);
    return wanted && this.#draw(wanted);
  }

  /** A card, else an infographic, else a source's picture, else a card with the story's own sentences. */
  async hero(): Promise<StoryPicture | undefined> {
    const story = this.#story;
    const { edition } = this.#deps;
    const points = proposedPoints(story.cardPrompt, story);
    const card = points.length > 0 && (await this.#draw(wantedCard(story, edition, points)));
    if (card) return card;
    const figures = proposedFigures(story.infographicPrompt, story);
    const infographic =
      figures.length >= LEAST_FIGURES && (await this.#draw(wantedInfographic(story, edition, figures)));
    if (infographic) return infographic;
    return (await this.#photo()) ?? this.#draw(wantedCard(story, edition, ownPoints(story)));
  }

  async #photo(): Promise<StoryPicture | undefined> {
    const { fetcher, studio, edition } = this.#deps;
    const { photo, failures } = await findPhoto(this.#story.sources, {
      fetcher,
      studio,
      signal: this.#signal,
    });
    this.failures.push(...failures);
    if (!photo) return undefined;
    const { made, outlet } = photo;
    const alt = edition.language === 'en' ? `Picture published by ${outlet}` : `${outlet}刊登的圖片`;
    return this.#keep('og_image', made, { alt, credit: outlet });
  }

  async #draw({ work, alt, credit }: WantedPicture): Promise<StoryPicture | undefined> {
    try {
      const made = await this.#deps.studio.make(work, this.#signal);
      return await this.#keep(work.kind, made, { alt, credit });
    } catch (error) {
      this.failures.push(failureOf(work.kind, '', error, this.#signal));
      return undefined;
    }
  }

  /** On disk, whole, when this resolves. */
  async #keep(
    kind: StoryPicture['kind'],
    made: MadePicture,
    said: Pick<StoryPicture, 'alt' | 'credit'>,
  ): Promise<StoryPicture | undefined> {
    const { storyId, folder } = this.#story;
    const { extension, bytes, width, height } = made;
    const name = `${storyId}_${kind}.${extension}`;
    const path = join(folder, name);
    try {
      await mkdir(folder, { recursive: true });
      await this.#deps.files.write(path, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { kind, name, path, bytes: bytes.length, sha256, ...said, width, height };
    } catch (error) {
      this.failures.push({ kind, of: name, error: 'not_written', detail: (error as Error).message });
      return undefined;
    }
  }
}
