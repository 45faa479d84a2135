/** What a date or clock time of a text means, as far as the text says it. */
export type TimeRead =
  /** A day of a month; of the month of publication where a text says the day alone (12日). */
  | {
      readonly kind: 'day';
      readonly year?: number;
      /** 0 is January. */
      readonly month?: number;
      readonly day: number;
      /** Years from that of writing: -1 of "8 February last year". */
      readonly yearBy?: number;
    }
  | { readonly kind: 'month'; readonly year?: number; readonly month: number; readonly yearBy?: number }
  | { readonly kind: 'year'; readonly year: number }
  /** The tens of years of a century, where a text says which: 1980, else 80. */
  | { readonly kind: 'decade'; readonly decade: number }
  /** 0 is Sunday. `week`: 1 is the week after that of writing, where a text says so. */
  | { readonly kind: 'weekday'; readonly weekday: number; readonly week?: number }
  /** Minutes since midnight; `half` when the text says which half of the day. */
  | {
      readonly kind: 'clock';
      readonly minutes: number;
      readonly half: boolean;
      /** By how many minutes what is meant may lie earlier and later: "shortly before noon". */
      readonly within?: readonly [earlier: number, later: number];
    }
  /** Days, months or years from the day of writing. */
  | { readonly kind: 'relative'; readonly unit: 'day' | 'month' | 'year'; readonly by: number };
