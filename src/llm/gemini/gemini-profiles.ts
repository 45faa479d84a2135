/**
 * The keys of GEMINI_API_KEYS, numbered from 1: which is in use, which rest until when, which are wrong.
 *
 * - A key is used until it reaches a limit; then the next free one is used. A limit per minute lasts as long as
 *   Gemini says; after a daily limit the key is tried again after an hour. Limits are per model.
 * - Rests survive a restart. They are stored under the key's digest, because keys may be reordered or replaced.
 *   Within a process they use monotonic time.
 * - A key that is refused is tried again after ten minutes: a project's rights, bills and restrictions change.
 *   Refusals are per model too.
 */
import { z } from 'zod';
import type { Clock } from '../../time/clock.ts';
import { ModelError } from '../chat-model.ts';
import type { ModelState } from '../receipt.ts';
import { PROVIDER } from './gemini-contents.ts';
import { HOUR_MS, SHORT_MS } from './gemini-limits.ts';
import type { Limit } from './gemini-limits.ts';
import { digestOf, isKey } from './gemini-secrets.ts';

/** One key. Never log or throw it. */
export interface Profile {
  readonly number: number;
  readonly key: string;
}

/** A profile's state, for people. */
export interface ProfileState {
  readonly profile: number;
  readonly state: 'free' | 'resting' | 'wrong';
  /** ms since the epoch. */
  readonly untilMs?: number;
  readonly because?: string;
}

const STATE = 'gemini.profiles';

const restSchema = z.object({ per: z.enum(['minute', 'day']), againMs: z.number() });
const stateSchema = z.record(z.string(), restSchema);

const REFUSED_MS = 10 * 60_000;

interface Rest {
  readonly per: Limit['per'];
  /** In monotonic time. */
  readonly endMs: number;
}

export class GeminiProfiles {
  readonly #profiles: readonly Profile[];
  readonly #clock: Clock;
  readonly #state: ModelState;
  /** Keyed by digest. */
  readonly #rests = new Map<string, Rest>();
  /** Keyed by digest: why the key is wrong, and until when it isn't used, in monotonic time. */
  readonly #wrong = new Map<string, { readonly because: string; readonly endMs: number }>();
  #loaded: Promise<void> | undefined;
  #current = 0;

  constructor(keys: readonly string[], clock: Clock, state: ModelState) {
    this.#profiles = keys.map((key, n) => ({ number: n + 1, key }));
    this.#clock = clock;
    this.#state = state;
  }

  /**
   * The profile for the next attempt.
   * @param model another than the configured one: it has limits of its own.
   * @throws ModelError when all rest or are wrong.
   */
  async take(model?: string): Promise<Profile> {
    await this.#once();
    const free = this.#free(model);
    if (free) {
      this.#current = free.number - 1;
      return free;
    }
    throw this.#none(model);
  }

  /** The key reached a limit. */
  async rest({ key }: Profile, limit: Limit, model?: string): Promise<void> {
    await this.#once();
    this.#rests.set(restOf(key, model), this.#restFrom(limit));
    await this.#save();
  }

  /** The key is not accepted; `because` is a sentence without the key. */
  exclude({ key }: Profile, because: string, model?: string): void {
    this.#wrong.set(restOf(key, model), { because, endMs: this.#clock.elapsed() + REFUSED_MS });
  }

  /** When to try again: now when a profile is free; undefined when all are wrong. */
  nextAtMs(
    model?: string,
  ): { readonly atMs: number; readonly per?: Limit['per']; readonly profile: number } | undefined {
    const free = this.#free(model);
    if (free) return { atMs: this.#clock.now(), profile: free.number };
    // A rest may end between two looks at the clock.
    const ended: Rest = { per: 'minute', endMs: this.#clock.elapsed() };
    const resting = this.#profiles
      .filter((profile) => this.#wrongOf(profile, model) === undefined)
      .map(({ number, key }) => ({ profile: number, rest: this.#restOf(key, model) ?? ended }))
      .sort((a, b) => a.rest.endMs - b.rest.endMs);
    const first = resting[0];
    return first && { atMs: this.#againMs(first.rest), per: first.rest.per, profile: first.profile };
  }

  /** All states, for people. */
  async states(): Promise<ProfileState[]> {
    await this.#once();
    return this.#profiles.map((profile) => {
      const { number, key } = profile;
      const because = this.#wrongOf(profile);
      if (because !== undefined) return { profile: number, state: 'wrong', because };
      const rest = this.#restOf(key);
      if (!rest) return { profile: number, state: 'free' };
      return { profile: number, state: 'resting', untilMs: this.#againMs(rest), because: REASONS[rest.per] };
    });
  }

  /** Starting with the one in use. */
  #free(model: string | undefined): Profile | undefined {
    const turned = [...this.#profiles.slice(this.#current), ...this.#profiles.slice(0, this.#current)];
    return turned.find(
      (profile) => this.#wrongOf(profile, model) === undefined && !this.#restOf(profile.key, model),
    );
  }

  #wrongOf({ number, key }: Profile, model?: string): string | undefined {
    if (!isKey(key)) return `${nameOf(number)} has characters that no key has.`;
    const wrong = this.#wrong.get(restOf(key, model));
    return wrong && wrong.endMs > this.#clock.elapsed() ? wrong.because : undefined;
  }

  #restOf(key: string, model?: string): Rest | undefined {
    const rest = this.#rests.get(restOf(key, model));
    return rest && rest.endMs > this.#clock.elapsed() ? rest : undefined;
  }

  /** In wall-clock time. */
  #againMs({ endMs }: Rest): number {
    return this.#clock.now() + endMs - this.#clock.elapsed();
  }

  #none(model: string | undefined): ModelError {
    const next = this.nextAtMs(model);
    if (!next) {
      const sentences = this.#profiles.flatMap((profile) => this.#wrongOf(profile, model) ?? []).join(' ');
      return new ModelError('misconfigured', sentences, { provider: PROVIDER });
    }
    const many = this.#profiles.length > 1 ? 'Every key of GEMINI_API_KEYS' : 'The key in GEMINI_API_KEYS';
    return new ModelError(
      next.per === 'minute' ? 'rate_limited' : 'quota',
      `${many} rests: ${REASONS[next.per ?? 'day']}.`,
      { retryAtMs: next.atMs, provider: PROVIDER, profile: next.profile },
    );
  }

  /** Loaded by the first that asks; what fails is tried again by the next. */
  #once(): Promise<void> {
    return (this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    }));
  }

  async #load(): Promise<void> {
    const read = stateSchema.safeParse(jsonOf(await this.#state.get(STATE)));
    // Unreadable state must not keep a key from being used.
    for (const [digest, rest] of Object.entries(read.data ?? {}))
      this.#rests.set(digest, this.#restFrom(rest));
  }

  async #save(): Promise<void> {
    const elapsedMs = this.#clock.elapsed();
    for (const [digest, { endMs }] of this.#rests) if (endMs <= elapsedMs) this.#rests.delete(digest);
    const written = [...this.#rests].map(([digest, rest]): [string, Limit] => [
      digest,
      { per: rest.per, againMs: this.#againMs(rest) },
    ]);
    await this.#state.set(STATE, JSON.stringify(Object.fromEntries(written)));
  }

  /** A rest is never longer than its kind allows, even if it was stored with a wrong clock. */
  #restFrom({ per, againMs }: Limit): Rest {
    const longestMs = per === 'day' ? HOUR_MS : SHORT_MS;
    return { per, endMs: this.#clock.elapsed() + Math.min(againMs - this.#clock.now(), longestMs) };
  }
}

const REASONS: Readonly<Record<Limit['per'], string>> = {
  minute: 'its limit for this minute is reached',
  day: 'its limit for today is reached',
};

/** What identifies a key's rest or refusal. */
function restOf(key: string, model: string | undefined): string {
  return digestOf(model === undefined ? key : `${key}\n${model}`);
}

/** How people see a key. */
export function nameOf(number: number): string {
  return `Key ${number} of GEMINI_API_KEYS`;
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}') as unknown;
  } catch {
    return undefined;
  }
}
