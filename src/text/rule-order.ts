/** An order to leave something out, before it is interpreted. */
export interface Order {
  /** The words for what is left out. */
  readonly what: string;
  /** False for everyday wordings, which need a category or a time to be a rule. */
  readonly certain: boolean;
}
