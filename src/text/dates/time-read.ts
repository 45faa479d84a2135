/** A date or clock time as far as the text states it. */
export type TimeRead =
  /** A day of a month. With the day alone (12日) the month is that of publication. */
  | {
      readonly kind: 'day';
      readonly year?: number;
      /** 0 is January. */
      readonly month?: number;
      readonly day: number;
      /** Years relative to the time of writing: -1 for "8 February last year". */
      readonly yearBy?: number;
    }
  | { readonly kind: 'month'; readonly year?: number; readonly month: number; readonly yearBy?: number }
  | { readonly kind: 'year'; readonly year: number }
  /** 1980, or 80 when the text leaves out the century. */
  | { readonly kind: 'decade'; readonly decade: number }
  /** 0 is Sunday. `week` 1 is the week after the time of writing, when the text says so. */
  | { readonly kind: 'weekday'; readonly weekday: number; readonly week?: number }
  /** Minutes since midnight; `half` says which half of the day, when the text does. */
  | {
      readonly kind: 'clock';
      readonly minutes: number;
      readonly half: boolean;
      /** By how many minutes the actual time may be earlier and later: "shortly before noon". */
      readonly within?: readonly [earlier: number, later: number];
    }
  /** Days, months or years relative to the time of writing. */
  | { readonly kind: 'relative'; readonly unit: 'day' | 'month' | 'year'; readonly by: number };
