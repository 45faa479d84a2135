/** The profiles of turns: those of the registry, and those that features bring. */
import type { Prompts } from '../agent/prompts.ts';
import type { TurnProfile } from '../agent/profile.ts';
import type { JobProfile } from '../cron/job-profile.ts';
import type { RenderPrompt } from '../cron/trigger.ts';
import type { Features } from './features.ts';

/** How long a turn may take whose profile says nothing of it. */
export const DEFAULT_TIMEOUT_MS = 15 * 60_000;
/** What the turns of a job are told whose profile has no prompt. */
const REMINDER_PROMPT = 'cron.agent_turn.reminder';

export class TurnProfiles {
  readonly #prompts: Prompts;
  readonly #features: Pick<Features, 'performed' | 'forJobs' | 'handlerOf'>;

  constructor(prompts: Prompts, features: Pick<Features, 'performed' | 'forJobs' | 'handlerOf'>) {
    this.#prompts = prompts;
    this.#features = features;
  }

  /** Undefined for a profile that a feature performs, and for one that is gone, whose turns are closed with the reason. */
  registered(name: string): TurnProfile | undefined {
    return this.#prompts.profiles().includes(name) ? this.#prompts.profile(name) : undefined;
  }

  readonly render: RenderPrompt = (name, values) =>
    this.#prompts.render(this.registered(name)?.prompt ?? REMINDER_PROMPT, values);

  /** In milliseconds. */
  timeoutMs(name: string): number {
    const limits = this.registered(name)?.limits;
    if (limits) return limits.timeout_seconds * 1_000;
    return this.#features.handlerOf(name)?.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  /** All that a job may name. */
  names(): string[] {
    return [...new Set([...this.#prompts.profiles(), ...this.#features.performed])];
  }

  /** Those that people may choose for a job: not those of workers, of features, and of the desk's own upkeep. */
  forJobs(): JobProfile[] {
    const { performed, forJobs } = this.#features;
    const names = new Set([
      ...this.#prompts.ofJobs().filter((name) => !performed.includes(name)),
      ...forJobs,
    ]);
    return [...names].map((name) => {
      return { name, ...this.#features.handlerOf(name)?.forJobs };
    });
  }
}
