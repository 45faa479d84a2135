import { z } from 'zod';
import { DeskError } from '../../sessions/desk-error.ts';
import type { Desk } from '../../desk/desk.ts';
import { finderOf, whyUnknown } from '../../desk/find-session.ts';
import { isBegunByClients } from './begun-by-clients.ts';
import { authorParam, keyParam, method } from '../../feature/rpc-method.ts';
import { noteSchema } from '../../sessions/note.ts';

type NoteMethodDeps = Parameters<typeof finderOf>[0] & { readonly desk: Desk };

/** `notes.*`: the notes of a session that exists or is about to begin. */
export function noteMethods({ desk, cron, isThere }: NoteMethodDeps) {
  const finder = finderOf({ desk, cron, isThere });
  return {
    'notes.list': method(
      {
        description: 'What the desk was asked to remember in a session.',
        scope: 'read',
        params: z.strictObject({ sessionKey: keyParam }),
        result: z.strictObject({ notes: z.array(noteSchema) }),
        hints: { readOnly: true, material: true },
      },
      async ({ sessionKey }) => ({ notes: await desk.notes(sessionKey) }),
    ),
    'notes.add': method(
      {
        description:
          'Have the desk remember something in a session; a plain rule ("no more crypto today") binds selection.',
        scope: 'editor',
        params: z.strictObject({
          sessionKey: keyParam,
          text: z.string().max(1_000),
          author: authorParam.exactOptional(),
          create: z.boolean().exactOptional(),
        }),
        result: noteSchema,
      },
      async ({ sessionKey, text, author, create }) => {
        const how = '"create": true keeps the note for it';
        const because = await whyUnknown(
          sessionKey,
          { create: create ?? isBegunByClients(sessionKey), how },
          finder,
        );
        if (because !== undefined) throw new DeskError('not_found', because);
        return desk.addNote(sessionKey, text, author?.name ?? 'gateway');
      },
    ),
    'notes.remove': method(
      {
        description: 'Have the desk forget a note.',
        scope: 'editor',
        params: z.strictObject({ sessionKey: keyParam, id: z.string().min(1) }),
        result: z.strictObject({ removed: z.boolean() }),
        hints: { destructive: true },
      },
      async (note) => {
        await desk.removeNote(note.sessionKey, note.id);
        return { removed: true };
      },
    ),
  };
}
