/** What is wrong, as data. Edges word it in the asker's language by `kind`. */
export type DeskProblem =
  | { readonly kind: 'unknown_zone' | 'no_moment'; readonly given: string }
  | { readonly kind: 'zone_without_calendar' | 'nobody_talks' | 'blank_message' | 'blank_note' }
  | { readonly kind: 'unknown_session' | 'unknown_note' | 'closed_session' }
  | { readonly kind: 'long_note' | 'too_many_notes'; readonly most: number }
  | { readonly kind: 'may_not_manage'; readonly name: string };

/** A request that the desk can't fulfil, with a sentence for the asker. */
export class DeskError extends Error {
  readonly code: 'bad_request' | 'not_found' | 'forbidden' | 'refused';
  readonly problem?: DeskProblem;

  constructor(
    code: DeskError['code'],
    message: string,
    options?: ErrorOptions & { readonly problem?: DeskProblem },
  ) {
    super(message, options);
    this.name = 'DeskError';
    this.code = code;
    if (options?.problem) this.problem = options.problem;
  }
}
