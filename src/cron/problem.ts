/**
 * What is wrong with a job or schedule, as data. This room's errors are in English; edges translate them by `kind`.
 * Rare errors have only a message.
 */
import type { z } from 'zod';

export type ScheduleProblem =
  | { readonly kind: 'unreadable_schedule'; readonly given: string }
  | { readonly kind: 'bad_expression'; readonly given: string }
  | { readonly kind: 'interval_too_short'; readonly leastMs: number }
  | { readonly kind: 'interval_too_long' | 'too_far_away' }
  | { readonly kind: 'unknown_zone' | 'no_moment'; readonly given: string }
  | { readonly kind: 'has_passed'; readonly atMs: number }
  | {
      readonly kind: 'ends_too_early';
      readonly untilMs: number;
      readonly firstMs: number;
      readonly zone: string;
    }
  | { readonly kind: 'unreadable_end'; readonly given: string }
  | { readonly kind: 'never_due'; readonly given: string };

export type JobProblem =
  | ScheduleProblem
  | { readonly kind: 'unknown_job'; readonly given: string }
  | {
      readonly kind: 'protected_job' | 'skip_paused' | 'skip_no_next' | 'nothing_skipped';
      readonly name: string;
    }
  | { readonly kind: 'no_name' | 'blank_message' }
  | { readonly kind: 'name_too_long' | 'message_too_long'; readonly most: number }
  | {
      readonly kind: 'unknown_profile' | 'unknown_model';
      readonly given: string;
      readonly allowed: readonly string[];
    };

/** Problems that people cause; undefined for those that only programs cause. */
export function problemOf(issue: z.core.$ZodIssue | undefined): JobProblem | undefined {
  const field = issue?.path.join('.');
  const most = issue?.code === 'too_big' ? Number(issue.maximum) : undefined;
  if (field === 'name') return most === undefined ? { kind: 'no_name' } : { kind: 'name_too_long', most };
  if (field !== 'payload.message' && field !== 'payload.text') return undefined;
  return most === undefined ? { kind: 'blank_message' } : { kind: 'message_too_long', most };
}
