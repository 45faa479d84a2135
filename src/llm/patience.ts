/** How long a server may be silent during a reply, and the error when it was silent for longer. */
export interface Patience {
  /** Until the first part of a reply. */
  readonly firstMs: number;
  /** Between two parts. */
  readonly betweenMs: number;
}

/** The least pause that a server is taken to ask for: some say “0s”, which would be asking without end. */
export const LEAST_PAUSE_MS = 250;

export const PATIENCE: Patience = { firstMs: 60_000, betweenMs: 30_000 };

export class Silence extends Error {
  override readonly name = 'Silence';
  readonly afterMs: number;

  constructor(afterMs: number) {
    super(`silent for ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}
