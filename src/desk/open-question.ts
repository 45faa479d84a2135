import type { Job } from '../cron/job.ts';
import type { Note } from '../sessions/note.ts';

/** Removing or changing a job, which loses its present settings. */
export interface JobQuestion {
  readonly action: 'remove' | 'edit';
  readonly job: Pick<Job, 'id' | 'name'>;
  /** For an edit. */
  readonly patch: object;
}

/** Notes to be forgotten: the requested one, and those that go with it. */
export interface NoteQuestion {
  readonly action: 'forget';
  readonly notes: readonly [Note, ...Note[]];
}

/** An action to be confirmed before it is done. A conversation has one open question at a time. */
export type OpenQuestion = JobQuestion | NoteQuestion;
