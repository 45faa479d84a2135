/**
 * The gateway refused a call, or there was no answer. `code` is the gateway's, `unreachable` where the call never
 * arrived, or `broken_off` where it is not known whether it was done.
 */
export class CallError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallError';
    this.code = code;
  }
}
