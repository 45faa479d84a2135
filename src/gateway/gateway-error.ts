/** What the gateway itself refuses; the rooms behind it have refusals of their own. */
export class GatewayError extends Error {
  readonly code:
    | 'bad_frame'
    | 'unknown_method'
    | 'bad_params'
    | 'bad_request'
    | 'not_found'
    | 'refused'
    | 'address_taken'
    | 'bad_token';

  constructor(code: GatewayError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GatewayError';
    this.code = code;
  }
}
