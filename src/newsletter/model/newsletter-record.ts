/** What is known of a newsletter while it is made and after: how far its steps are, where it goes, what it waits for. */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { WrittenLanguage } from '../../time/locale.ts';
import type { StepName } from './steps.ts';

/** How a step stands, or how it ended. */
export const stepStateSchema = z.object({
  status: z.enum(['not_started', 'started', 'complete', 'error', 'skipped']),
  /** For people, on one line: "Gathered 234 URLs", or what went wrong. */
  message: z.string(),
});
export type StepState = Given<z.output<typeof stepStateSchema>>;
export type StepStatus = StepState['status'];

export const checkpointSchema = stepStateSchema.extend({
  counts: z.record(z.string(), z.number()),
  startedAtMs: z.number().exactOptional(),
  endedAtMs: z.number().exactOptional(),
});
export type Checkpoint = Given<z.output<typeof checkpointSchema>>;

/**
 * `running`: its steps are to be done. `stopped`: one of them failed, somebody has to resume it. `waiting`: it is made and
 * waits for an editor. `sending`: it is to be delivered. `done`: it was.
 */
export const stateSchema = z.enum(['running', 'stopped', 'waiting', 'sending', 'done']);
export type NewsletterState = z.output<typeof stateSchema>;

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
