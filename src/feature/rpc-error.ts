/** What is refused of a method's call before its room is asked; the rooms behind it have refusals of their own. */
export class RpcError extends Error {
  readonly code:
    | 'bad_frame'
    | 'unknown_method'
    | 'bad_params'
    | 'bad_request'
    | 'not_found'
    | 'refused'
    | 'address_taken'
    | 'bad_token';

  /** The parameter that is wrong, where a form can show it there. */
  readonly field: string | undefined;

  constructor(
    code: RpcError['code'],
    message: string,
    options: ErrorOptions & { readonly field?: string | undefined } = {},
  ) {
    super(message, options);
    this.name = 'RpcError';
    this.code = code;
    this.field = options.field;
  }
}
