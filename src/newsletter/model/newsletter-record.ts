/** What is known of a newsletter while it is made and after: how far its steps are, where it goes, what it waits for. */
import type { SessionKey } from '../../sessions/key.ts';
import type { WrittenLanguage } from '../../time/locale.ts';
import type { StepName } from './steps.ts';

export type StepStatus = 'not_started' | 'started' | 'complete' | 'error' | 'skipped';

/** How a step stands, or how it ended. */
export interface Checkpoint {
  readonly status: StepStatus;
  /** For people, on one line: "Gathered 234 URLs", or what went wrong. */
  readonly message: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly startedAtMs?: number;
  readonly endedAtMs?: number;
}

/**
 * `running`: its steps are to be done. `stopped`: one of them failed, somebody has to resume it. `waiting`: it is made and
 * waits for an editor. `sending`: it is to be delivered. `done`: it was.
 */
export type NewsletterState = 'running' | 'stopped' | 'waiting' | 'sending' | 'done';

/** Its e-mail is to go again to those who refused it or may have it: to these addresses, or to `all` of them. */
export interface SendAgain {
  readonly to: 'all' | readonly string[];
  /** What became of an e-mail after that is the answer to it: nobody is sent it once more. */
  readonly askedAtMs: number;
}

export interface NewsletterRecord {
  /** "newsletter_20260214". */
  readonly session: string;
  readonly edition: string;
  readonly language: WrittenLanguage;
  /** The edition's, in which its day was meant. */
  readonly zone: string;
  /** The chat where it goes. */
  readonly place: SessionKey;
  readonly needsApproval: boolean;
  /** Who does its steps: the workflow, one after the other, or a turn of the agent. */
  readonly driver: 'workflow' | 'agent';
  /** The model that its steps ask, in place of those configured. */
  readonly model?: string;
  readonly state: NewsletterState;
  /** Why it stopped, where that is no step's failure; or why not all of it was delivered. */
  readonly trouble?: string;
  /** Of one whose delivery went wrong: to send it once more reaches nobody new, unless it names who is to have it `again`. */
  readonly onlyAgain?: true;
  /** What is to be said of its delivery. */
  readonly remark?: string;
  /** While it is sent. */
  readonly again?: SendAgain;
  /** Who asked for it, and who approved it. */
  readonly by: string;
  readonly approvedBy?: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Of the steps that were begun. */
  readonly checkpoints: Readonly<Partial<Record<StepName, Checkpoint>>>;
}
