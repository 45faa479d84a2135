import { z } from 'zod';
import type { Desk } from '../desk/desk.ts';
import { authorParam, keyParam, method } from './method.ts';
import type { Methods } from './method.ts';

/** `notes.*`: what the desk was asked to remember in a session. */
export function noteMethods({ desk }: { desk: Desk }): Methods {
  return {
    'notes.list': method(z.strictObject({ sessionKey: keyParam }), async ({ sessionKey }) => ({
      notes: await desk.notes(sessionKey),
    })),
    'notes.add': method(
      z.strictObject({
        sessionKey: keyParam,
        text: z.string().max(1_000),
        author: authorParam.exactOptional(),
      }),
      ({ sessionKey, text, author }) => desk.addNote(sessionKey, text, author?.name ?? 'gateway'),
    ),
    'notes.remove': method(z.strictObject({ sessionKey: keyParam, id: z.string().min(1) }), async (note) => {
      await desk.removeNote(note.sessionKey, note.id);
      return { removed: true };
    }),
  };
}
