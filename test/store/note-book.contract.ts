import { expect, it } from 'vitest';
import type { Note } from '../../src/sessions/note.ts';
import { message } from '../support/inbound.ts';
import type { OpenEngine } from './engine.ts';
import { DESK, OTHER, mark, started } from './given.ts';

const note = (id: string, more: Partial<Note> = {}): Note => ({
  id,
  text: `no ${id}`,
  by: 'Ann',
  atMs: 10,
  ...more,
});
const ids = (notes: readonly Note[]) => notes.map(({ id }) => id);

/** What every book of notes keeps to. */
export function describeNoteBook(open: OpenEngine): void {
  it('gives the notes of a session back as they were written, the oldest first, also after a restart', async () => {
    const engine = await open();
    const full = note('a', { untilMs: 99, exclude: { categories: ['AI'], subjects: ['bitcoin'] } });
    await engine.notes.add(DESK, note('c', { atMs: 20 }));
    await engine.notes.add(DESK, note('b'));
    await engine.notes.add(DESK, full);
    await engine.notes.add(OTHER, note('d'));
    const { notes } = await engine.restart();
    expect(ids(await notes.list(DESK, 30))).toEqual(['a', 'b', 'c']);
    expect((await notes.list(DESK, 30))[0]).toEqual(full);
    expect(ids(await notes.list(OTHER, 30))).toEqual(['d']);
  });

  it('lists a note until its end, and no longer', async () => {
    const { notes } = await open();
    await notes.add(DESK, note('a', { untilMs: 50 }));
    expect(ids(await notes.list(DESK, 49))).toEqual(['a']);
    expect(await notes.list(DESK, 50)).toEqual([]);
  });

  it('removes a note of this session once, and says which it was', async () => {
    const { notes } = await open();
    await notes.add(DESK, note('a'));
    expect(await notes.remove(OTHER, 'a')).toBeUndefined();
    expect(await notes.remove(DESK, 'a')).toEqual(note('a'));
    expect(await notes.remove(DESK, 'a')).toBeUndefined();
    expect(await notes.list(DESK, 20)).toEqual([]);
  });

  it('outlive a reset of their session', async () => {
    const engine = await open();
    await started(engine, message('m1'));
    await engine.notes.add(DESK, note('a'));
    await engine.turns.reset(DESK, 'Ann', 15);
    expect(ids(await engine.notes.list(DESK, 20))).toEqual(['a']);
  });

  it('changes nothing for a turn that runs no more', async () => {
    const engine = await open();
    const begun = await started(engine, message('m1'));
    await engine.notes.add(DESK, note('a'), mark(begun, 1, 'remembered: no a'));
    await engine.turns.reset(DESK, 'Ann', 15);
    await expect(engine.notes.add(DESK, note('b'), mark(begun, 2))).rejects.toThrow('no longer running');
    await expect(engine.notes.remove(DESK, 'a', mark(begun, 3))).rejects.toThrow('no longer running');
    expect(ids(await engine.notes.list(DESK, 20))).toEqual(['a']);
  });

  it('marks the effect together with the note, or neither', async () => {
    const engine = await open();
    const begun = await started(engine, message('m1'));
    await engine.notes.add(DESK, note('a'));
    await expect(engine.notes.add(DESK, note('a'), mark(begun, 1, 'twice'))).rejects.toThrow();
    await engine.notes.remove(DESK, 'a', mark(begun, 1, 'forgot: no a'));
    const { turns } = await engine.restart();
    const { cutOff } = await turns.recover({ nowMs: 20, personMaxAgeMs: 600_000 });
    expect(cutOff.map(({ effects }) => effects)).toEqual([['forgot: no a']]);
  });
}
