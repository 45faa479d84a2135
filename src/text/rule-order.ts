/** An order to leave something out, as its wording gives it. */
export interface Order {
  /** The words for what is to be left out. */
  readonly what: string;
  /** False for wordings of everyday talk, which need a category or a time beside them to be a rule. */
  readonly certain: boolean;
}
