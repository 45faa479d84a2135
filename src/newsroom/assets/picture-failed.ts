import type { PictureError } from '../story-assets.ts';

/** How the drawing or reading of a picture ends when there is none. */
export class PictureFailed extends Error {
  override readonly name = 'PictureFailed';
  readonly error: PictureError;

  constructor(error: PictureError, message: string, options?: ErrorOptions) {
    super(message, options);
    this.error = error;
  }
}
