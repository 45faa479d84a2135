/**
 * Remembers channels that Discord refuses, so that it isn't asked repeatedly: 10,000 such answers in ten minutes
 * get a bot banned.
 *
 * A refusal is remembered until the bot's rights change, and for ten minutes at most.
 */
import type { Loss, Sendable } from '../../sessions/op.ts';
import type { Clock } from '../../time/clock.ts';

const REMEMBERED_MS = 10 * 60_000;

export class ShutDoors {
  readonly #clock: Clock;
  readonly #doors = new Map<string, { readonly loss: Loss; readonly endMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param door a channel, or a channel and what was tried in it. */
  shut(door: string, loss: Loss): void {
    const elapsedMs = this.#clock.elapsed();
    for (const [other, { endMs }] of this.#doors) if (endMs <= elapsedMs) this.#doors.delete(other);
    this.#doors.set(door, { loss, endMs: elapsedMs + REMEMBERED_MS });
  }

  /** Why the first refused one of these doors is refused. */
  why(...doors: readonly string[]): Loss | undefined {
    const elapsedMs = this.#clock.elapsed();
    for (const door of doors) {
      const shut = this.#doors.get(door);
      if (shut && shut.endMs > elapsedMs) return shut.loss;
    }
    return undefined;
  }

  /** The bot's rights were changed: everything may be tried again. */
  open(): void {
    this.#doors.clear();
  }
}

/** What a missing permission affects: this kind of op in this channel, with or without files. */
export function doorOf({ spec }: Sendable): string {
  const files = 'files' in spec && (spec.files?.length ?? 0) > 0 ? ' with files' : '';
  return `${spec.channel}/${spec.kind}${files}`;
}
