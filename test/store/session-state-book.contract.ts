import { expect, it } from 'vitest';
import { message } from '../support/inbound.ts';
import type { OpenEngine } from './engine.ts';
import { DESK, OTHER, started } from './given.ts';

/** What every book keeps to in which features keep their state of sessions. */
export function describeSessionStateBook(open: OpenEngine): void {
  it('gives back what a feature kept last of a session, also after a restart', async () => {
    const engine = await open();
    await engine.sessionState.set(DESK, 'brief', { user_topic: 'ferries' });
    await engine.sessionState.set(DESK, 'brief', { user_topic: 'bridges', articles: [1, null] });
    const { sessionState } = await engine.restart();
    expect(await sessionState.get(DESK, 'brief')).toEqual({ user_topic: 'bridges', articles: [1, null] });
  });

  it('keeps features, and sessions, apart', async () => {
    const { sessionState } = await open();
    await sessionState.set(DESK, 'brief', 1);
    await sessionState.set(DESK, 'tides', 2);
    expect(await sessionState.get(DESK, 'brief')).toBe(1);
    expect(await sessionState.get(DESK, 'tides')).toBe(2);
    expect(await sessionState.get(OTHER, 'brief')).toBeUndefined();
  });

  it('changes a state for one after the other, however many do it at once', async () => {
    const engine = await open();
    const more = () =>
      engine.sessionState.change(DESK, 'count', (state) => {
        const count = ((state as number | undefined) ?? 0) + 1;
        return { state: count, result: count };
      });
    const counts = await Promise.all(Array.from({ length: 12 }, more));
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    expect(await engine.sessionState.change(DESK, 'count', () => ({ result: 'looked' }))).toBe('looked');
    expect(await engine.sessionState.get(DESK, 'count')).toBe(12);
  });

  it('keeps nothing of a session that is deleted', async () => {
    const engine = await open();
    await started(engine, message('m1'));
    await engine.sessionState.set(DESK, 'brief', { user_topic: 'ferries' });
    await engine.sessionState.set(OTHER, 'brief', { user_topic: 'bridges' });
    await engine.removal.begin([DESK], 20);
    await engine.removal.finish([DESK], 21);
    expect(await engine.sessionState.get(DESK, 'brief')).toBeUndefined();
    expect(await engine.sessionState.get(OTHER, 'brief')).toEqual({ user_topic: 'bridges' });
  });
}
