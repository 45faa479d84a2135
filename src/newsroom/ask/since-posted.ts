/** What became of a posted story since: corrections, whether it is being checked, or that it was withdrawn and why. */
import { dayAndTime } from '../../time/zone.ts';
import type { StoryDeed } from '../model/deed.ts';
import { heldBy, killOf } from '../model/story-deeds.ts';

interface Done {
  readonly by: string;
  /** As people say it, in the edition's zone. */
  readonly at: string;
  readonly why?: string;
}

export interface SincePosted {
  /** Each with what is right, in the editor's words; oldest first. Absent without any. */
  readonly corrections?: readonly (Done & { readonly text: string })[];
  /** An editor has it checked. */
  readonly being_checked?: Done;
  /** It counts no more: nothing of it is quoted. */
  readonly withdrawn?: Done;
}

/** @param deeds what editors did with the story, oldest first. */
export function sincePosted(deeds: readonly StoryDeed[], zone: string): SincePosted {
  const done = ({ by, atMs, why }: StoryDeed): Done => ({
    by,
    at: dayAndTime(atMs, zone),
    ...(why !== undefined && { why }),
  });
  const killed = killOf(deeds);
  const held = killed ? undefined : heldBy(deeds);
  const corrections = deeds.flatMap((deed) =>
    deed.kind === 'correct' && deed.text !== undefined ? [{ ...done(deed), text: deed.text }] : [],
  );
  return {
    ...(corrections.length > 0 && { corrections }),
    ...(held && { being_checked: done(held) }),
    ...(killed && { withdrawn: done(killed) }),
  };
}
