/**
 * What happened to a story after it was posted: corrections, whether it is being checked, or that it was withdrawn
 * and why.
 */
import { dayAndTime } from '../../time/zone.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import { heldBy, killOf } from '../model/story-actions.ts';

interface Done {
  readonly by: string;
  /** For people, in the edition's zone. */
  readonly at: string;
  readonly why?: string;
}

export interface SincePosted {
  /** Each with the right text, in the editor's words; oldest first. Absent without any. */
  readonly corrections?: readonly (Done & { readonly text: string })[];
  /** An editor has requested a check. */
  readonly being_checked?: Done;
  /** It is withdrawn: nothing of it is quoted. */
  readonly withdrawn?: Done;
}

/** @param actions the story's editorial actions, oldest first. */
export function sincePosted(actions: readonly EditorialAction[], zone: string): SincePosted {
  const done = ({ by, atMs, why }: EditorialAction): Done => ({
    by,
    at: dayAndTime(atMs, zone),
    ...(why !== undefined && { why }),
  });
  const killed = killOf(actions);
  const held = killed ? undefined : heldBy(actions);
  const corrections = actions.flatMap((action) =>
    action.kind === 'correct' && action.text !== undefined ? [{ ...done(action), text: action.text }] : [],
  );
  return {
    ...(corrections.length > 0 && { corrections }),
    ...(held && { being_checked: done(held) }),
    ...(killed && { withdrawn: done(killed) }),
  };
}
