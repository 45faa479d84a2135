/**
 * The port to a story's assets: market data before it is written, pictures afterwards.
 *
 * - An unavailable asset is a failure with a named reason, never an exception, and doesn't delay the others for long.
 * - Rejects only with the signal's reason.
 * - The same story gets files of the same names, each replaced atomically. So repeating is harmless until the story
 *   is published, but not afterwards.
 */
import type { MarketSnapshot } from './market-snapshot.ts';

export interface StoryAssets {
  /**
   * The market data for writer and chart. No `snapshot` means that the story has no market, or that none answered.
   */
  beforeWriting(story: PlannedStory, signal: AbortSignal): Promise<MarketFound>;
  /** Pictures as files in the given folder, in the order of posting: the chart first, then the hero. */
  afterWriting(story: WrittenStory, signal: AbortSignal): Promise<PicturesMade>;
}

export interface PlannedStory {
  readonly category: string;
  readonly title: string;
  readonly concreteAnchor?: string | undefined;
}

export interface WrittenStory {
  /** `story_01`: the prefix of all file names. */
  readonly storyId: string;
  readonly category: string;
  readonly title: string;
  readonly body: string;
  readonly cardPrompt?: string | null | undefined;
  readonly infographicPrompt?: string | null | undefined;
  /** The pack's sources, in citation order. */
  readonly sources: readonly IllustratedSource[];
  readonly market?: MarketSnapshot | undefined;
  /** Absolute; created if missing. */
  readonly folder: string;
}

/** A source of the pack; `image` is the article picture that its page names. */
interface IllustratedSource {
  readonly url: string;
  readonly outlet: string;
  readonly usable: boolean;
  readonly image?: string | undefined;
}

export interface MarketFound {
  readonly snapshot?: MarketSnapshot;
  readonly failures: readonly AssetFailure[];
}

export interface PicturesMade {
  readonly pictures: readonly StoryPicture[];
  readonly failures: readonly AssetFailure[];
}

export interface StoryPicture {
  readonly kind: PictureKind;
  /** `story_01_chart.png` */
  readonly name: string;
  /** Absolute. `{name, path, alt}` is an `OpFile`. */
  readonly path: string;
  /** A description of the picture, in the edition's language. */
  readonly alt: string;
  /** The owner of the picture or its data. */
  readonly credit: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** The file's sha256, in hex. */
  readonly sha256: string;
}

export type PictureKind = 'chart' | 'card' | 'infographic' | 'og_image';

export interface AssetFailure {
  readonly kind: 'market' | PictureKind;
  /** What was requested: a symbol or a URL; empty for pictures that the desk draws. */
  readonly of: string;
  readonly error: AssetError;
  /** A sentence for the log and for editors. */
  readonly detail: string;
}

export type AssetError = MarketError | PictureError;

/** Why a market has no numbers. */
export type MarketError =
  /** It can't be reached; `detail` has the fetcher's reason. */
  | 'unreachable'
  /** The provider doesn't know the symbol or has no data: `N/D`, `No data`. */
  | 'no_data'
  /** Not the expected format: a page for robots, a notice, or a truncated response. */
  | 'bad_format'
  /** The provider's quota for today is used up. */
  | 'quota'
  /** The last trade is too old: halted, delisted, or a very long holiday. */
  | 'stale'
  /** Impossible values: zero, negative, tripled overnight. */
  | 'implausible'
  | 'out_of_time';

/** Why there is no picture. */
export type PictureError =
  | 'unreachable'
  | 'out_of_time'
  /** Not a PNG, JPEG, WebP or GIF by its bytes, whatever its label. SVG is refused too. */
  | 'not_a_picture'
  /** Too many pixels to decode, according to its header. */
  | 'too_many_pixels'
  /** A logo, tracker or banner: too small or too long to illustrate a story. */
  | 'unfit'
  /** Truncated or broken. */
  | 'broken'
  /** Our fonts lack one of the characters. */
  | 'missing_glyph'
  /** No points, or too few closes. */
  | 'nothing_to_show'
  /** The process that draws pictures died. */
  | 'crashed'
  /** The file could not be written. */
  | 'not_written';
