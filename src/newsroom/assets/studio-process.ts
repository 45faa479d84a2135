/**
 * The studio's process: makes one picture at a time. It has no state, may be killed at any time, and ends when the
 * desk is gone.
 */
import { errorMessage } from '../../text/error-message.ts';
import { PictureFailed } from './picture-failed.ts';
import { makePicture } from './make-picture.ts';
import type { StudioReply, StudioRequest } from './studio-work.ts';

process.on('disconnect', () => process.exit(0));
process.on('message', ({ n, work }: StudioRequest) => {
  const answer = (reply: StudioReply) => process.send?.(reply);
  // A synchronous error is a picture's failure, too.
  Promise.resolve()
    .then(() => makePicture(work))
    .then(
      (made) => answer({ n, made }),
      (error: unknown) => {
        const kind = error instanceof PictureFailed ? error.error : 'broken';
        answer({ n, error: kind, detail: errorMessage(error) });
      },
    );
});
