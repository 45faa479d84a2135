/** The gateway refused a call, or could not be reached; `code` is the gateway's, or `unreachable`. */
export class CallError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallError';
    this.code = code;
  }
}
