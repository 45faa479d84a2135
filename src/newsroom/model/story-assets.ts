/**
 * The port to a story's assets: what the markets say before it is written, its pictures after.
 *
 * - An asset that can't be had is a failure with a named reason, never an exception, and never more than the others
 *   have to wait for.
 * - Rejects only with the signal's reason.
 * - The same story asked for again gets files of the same names, each replaced whole: harmless to repeat until the
 *   story is published, not after.
 */
import type { MarketSnapshot } from './market-snapshot.ts';

export interface StoryAssets {
  /** The snapshot that writer and chart share. Without `snapshot` the story has no market, or none that answered. */
  beforeWriting(story: PlannedStory, signal: AbortSignal): Promise<MarketFound>;
  /** Pictures as files in the folder given, in the order of publishing: chart first, then the hero. */
  afterWriting(story: WrittenStory, signal: AbortSignal): Promise<PicturesMade>;
}

export interface PlannedStory {
  readonly category: string;
  readonly title: string;
  readonly concreteAnchor?: string | undefined;
}

export interface WrittenStory {
  /** `story_01`: the beginning of every file's name. */
  readonly storyId: string;
  readonly category: string;
  readonly title: string;
  readonly body: string;
  readonly cardPrompt?: string | null | undefined;
  readonly infographicPrompt?: string | null | undefined;
  /** Of the source pack, in citation order. */
  readonly sources: readonly IllustratedSource[];
  readonly market?: MarketSnapshot | undefined;
  /** Absolute; made where it is missing. */
  readonly folder: string;
}

/** A source as the pack has it; `image` is what its page names as the picture of the article. */
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
  /** Absolute: `{name, path, alt}` is an `OpFile`. */
  readonly path: string;
  /** What is to be seen, in the edition's language. */
  readonly alt: string;
  /** Whom the picture or its data is from. */
  readonly credit: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Of the file, hex. */
  readonly sha256: string;
}

export type PictureKind = 'chart' | 'card' | 'infographic' | 'og_image';

export interface AssetFailure {
  readonly kind: 'market' | PictureKind;
  /** What it was wanted of: a symbol, an address; empty for what we draw ourselves. */
  readonly of: string;
  readonly error: AssetError;
  /** A sentence for log and editors. */
  readonly detail: string;
}

export type AssetError = MarketError | PictureError;

/** Why a market has no numbers to give. */
export type MarketError =
  /** It can't be reached: `detail` has the fetcher's reason. */
  | 'unreachable'
  /** The provider doesn't know the symbol, or has nothing of it: `N/D`, `No data`. */
  | 'no_data'
  /** Not the format that was asked for: a page for robots, a notice, half an answer. */
  | 'bad_format'
  /** The provider's quota for today is used up. */
  | 'quota'
  /** The last trade is too old: halted, delisted, or a very long holiday. */
  | 'stale'
  /** Numbers that no market gives: zero, negative, tripled over night. */
  | 'implausible'
  | 'out_of_time';

/** Why there is no picture. */
export type PictureError =
  | 'unreachable'
  | 'out_of_time'
  /** Its bytes are no PNG, JPEG, WebP or GIF, whatever they are labelled; an SVG is none either. */
  | 'not_a_picture'
  /** Too many pixels to be decoded, as its header says. */
  | 'too_many_pixels'
  /** A logo, a tracker, a banner: too small or too long to illustrate a story. */
  | 'unfit'
  /** Cut off, or broken. */
  | 'broken'
  /** One of the characters has no shape in our fonts. */
  | 'missing_glyph'
  /** Nothing to show: no points, too few closes. */
  | 'nothing_to_show'
  /** The process that draws has died. */
  | 'crashed'
  /** The file could not be written. */
  | 'not_written';
