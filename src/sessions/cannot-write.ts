/** The disk refuses to write: the request did not happen. Everything acknowledged before is safe. */
export class CannotWrite extends Error {
  override readonly name = 'CannotWrite';

  constructor(because: string, options?: ErrorOptions) {
    super(`the desk can't write now (${because}): nothing was accepted. It goes on by itself once it can.`, options);
  }
}
