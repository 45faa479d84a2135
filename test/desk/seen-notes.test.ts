import { expect, it } from 'vitest';
import { SeenMarks } from '../../src/desk/seen-notes.ts';
import type { SeenNote } from '../../src/sessions/intake-book.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

const DESK = parseSessionKey('console:desk');

it('what is being noted when the desk stops is noted before it has stopped', async () => {
  const clock = new FakeClock();
  const noted = new Map<SessionKey, SeenNote>();
  let reachDisk = () => {};
  const marks = new SeenMarks({
    book: {
      seen: async () => undefined,
      note: async (seen) => seen.forEach((note, session) => noted.set(session, note)),
    },
    transcriptWriter: { sync: () => new Promise<void>((resolve) => (reachDisk = resolve)) },
    clock,
    unified: false,
    noted: () => {},
    failed: (what, error) => expect.unreachable(`${what}: ${String(error)}`),
  });
  marks.seen(DESK, '17');
  await clock.advance(5_000);
  let isClosed = false;
  const closed = marks.close().then(() => (isClosed = true));
  await settle();
  expect(isClosed).toBe(false);
  reachDisk();
  await closed;
  expect([...noted]).toEqual([[DESK, { id: '17', talkMs: 0 }]]);
});
