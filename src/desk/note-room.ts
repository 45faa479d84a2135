import { MOST_NOTE, MOST_NOTES } from '../sessions/note.ts';
import type { Note } from '../sessions/note.ts';
import { DeskError } from '../sessions/desk-error.ts';

/** @throws DeskError where a session has the most notes allowed, or this one is too long. */
export function mustHaveRoom(held: readonly Note[], text: string): void {
  const length = [...text.trim()].length;
  if (length > MOST_NOTE)
    throw new DeskError(
      'bad_request',
      `the note has ${length} characters; at most ${MOST_NOTE} are allowed`,
      {
        problem: { kind: 'long_note', most: MOST_NOTE },
      },
    );
  if (held.length >= MOST_NOTES)
    throw new DeskError(
      'refused',
      `there are ${held.length} notes already, as many as there may be: forget one first`,
      {
        problem: { kind: 'too_many_notes', most: MOST_NOTES },
      },
    );
}
