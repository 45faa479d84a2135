/** A wish that the desk can't grant, in a sentence for whoever asked. */
export class DeskError extends Error {
  readonly code: 'bad_request' | 'not_found' | 'forbidden' | 'refused';

  constructor(code: DeskError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DeskError';
    this.code = code;
  }
}
