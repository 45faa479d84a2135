import { errorMessage } from '../../text/error-message.ts';
import type { AssetFailure, PictureError } from '../model/story-assets.ts';

/** A picture can't be drawn or read. */
export class PictureFailed extends Error {
  override readonly name = 'PictureFailed';
  readonly error: PictureError;

  constructor(error: PictureError, message: string, options?: ErrorOptions) {
    super(message, options);
    this.error = error;
  }
}

/** An error as a named failure. Once the budget is used up, that is the reason. */
export function failureOf(
  kind: AssetFailure['kind'],
  of: string,
  error: unknown,
  signal: AbortSignal,
): AssetFailure {
  const detail = errorMessage(error);
  if (error instanceof PictureFailed) return { kind, of, error: error.error, detail };
  return { kind, of, error: signal.aborted ? 'out_of_time' : 'broken', detail };
}
