import type { Job } from '../cron/job.ts';
import type { Note } from '../sessions/note.ts';

/** A job that is to be removed, or changed: what it says now is lost. */
export interface JobWish {
  readonly action: 'remove' | 'edit';
  readonly job: Pick<Job, 'id' | 'name'>;
  /** Of an edit. */
  readonly patch: object;
}

/** Notes that are to be forgotten: the first that was meant, and those that go with it. */
export interface NoteWish {
  readonly action: 'forget';
  readonly notes: readonly [Note, ...Note[]];
}

/** What is asked back before it is done. A conversation has one open question at a time, whatever it is about. */
export type AskedWish = JobWish | NoteWish;
