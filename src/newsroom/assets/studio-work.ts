/** Messages between the desk and its studio. */
import type { PictureError } from '../model/story-assets.ts';
import type { CardWork, InfographicWork } from './draw/card.ts';
import type { ChartWork } from './draw/chart.ts';
import type { FiguresWork } from './draw/figures-page.ts';

export type StudioWork =
  | ({ readonly kind: 'chart' } & ChartWork)
  | ({ readonly kind: 'card' } & CardWork)
  | ({ readonly kind: 'infographic' } & InfographicWork)
  | ({ readonly kind: 'figures' } & FiguresWork)
  /** Somebody else's picture, to be checked and re-encoded. */
  | { readonly kind: 'og_image'; readonly bytes: Uint8Array };

export interface MadePicture {
  readonly bytes: Uint8Array;
  readonly extension: 'png' | 'jpg';
  readonly width: number;
  readonly height: number;
}

export interface StudioRequest {
  readonly n: number;
  readonly work: StudioWork;
}

export type StudioReply =
  | { readonly n: number; readonly made: MadePicture }
  | { readonly n: number; readonly error: PictureError; readonly detail: string };
