/** Channels where Discord, or something in front of it, refuses cards: they get plain text for an hour. */
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Clock } from '../../time/clock.ts';
import { failureOf } from './discord-rest.ts';

const REMEMBERED_MS = 3_600_000;
/** Phrases in such an answer, other than that a message without text is empty. */
const ABOUT_CARDS = /\b(?:flags|components|content)\b/iu;

export class PlainPlaces {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #refused: (channel: string, because: string) => void;
  readonly #untilMs = new Map<string, number>();

  /** @param refused called when a channel refuses cards. */
  constructor(clock: Pick<Clock, 'elapsed'>, refused: (channel: string, because: string) => void) {
    this.#clock = clock;
    this.#refused = refused;
  }

  has(channel: string): boolean {
    return (this.#untilMs.get(channel) ?? 0) > this.#clock.elapsed();
  }

  add(channel: string, because: string): void {
    const nowMs = this.#clock.elapsed();
    for (const [other, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(other);
    this.#untilMs.set(channel, nowMs + REMEMBERED_MS);
    this.#refused(channel, because);
  }
}

/** Discord's message when it refuses the form of a message; undefined for any other failure. */
export function objectionToForm(error: unknown): string | undefined {
  const failure = failureOf(error);
  if (failure.kind !== 'refused' || failure.status !== 400) return undefined;
  const { code, says } = failure;
  if (code === RESTJSONErrorCodes.CannotSendAnEmptyMessage) return says;
  return code === RESTJSONErrorCodes.InvalidFormBodyOrContentType && ABOUT_CARDS.test(says)
    ? says
    : undefined;
}
