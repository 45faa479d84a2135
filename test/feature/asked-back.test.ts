import { expect, it } from 'vitest';
import { AskedBack } from '../../src/feature/asked-back.ts';
import type { Actor } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { ToolContext } from '../../src/sessions/tool.ts';
import { memorySessionState } from '../support/memory-session-state.ts';

const ANN: Actor = { kind: 'person', name: 'Ann', rights: ['talk', 'jobs'] };
const session = parseSessionKey('console:desk');
type Asked = Pick<ToolContext, 'session' | 'actor' | 'turn' | 'nowMs'>;
const said = (id: string, text: string, nowMs = 0, actor = ANN) =>
  ({ session, actor, nowMs, turn: { id, kind: 'person', text, actor } }) as unknown as Asked;

it('a question of one desk is answered at another one, by the same person, once, and in time', async () => {
  const book = memorySessionState();
  const [one, other] = [new AskedBack<string>(book, 'asked back'), new AskedBack<string>(book, 'asked back')];
  await one.ask(said('t1', 'remove the diary'), 'remove');
  expect(await other.answered(said('t1', 'yes'))).toBeUndefined();
  expect(await other.answered(said('t2', 'yes', 0, { ...ANN, name: 'Ben' }))).toBeUndefined();
  expect(await other.answered(said('t2', 'no'))).toBeUndefined();
  expect(await other.answered(said('t2', 'yes', 16 * 60_000))).toBeUndefined();
  expect(await other.answered(said('t2', 'yes', 14 * 60_000))).toBe('remove');
  await other.done(said('t2', 'yes'));
  expect(await one.answered(said('t3', 'yes'))).toBeUndefined();
});

it('a button is taken once, at whichever desk it is pressed, and not after another question', async () => {
  const book = memorySessionState();
  const [one, other] = [new AskedBack<string>(book, 'asked back'), new AskedBack<string>(book, 'asked back')];
  const first = await one.ask(said('t1', 'remove the diary'), 'remove');
  const second = await one.ask(said('t2', 'change the diary'), 'edit');
  const press = (desk: AskedBack<string>, id: string, by: string, nowMs = 0) =>
    desk.take(session, id, { by, nowMs });
  expect(await press(other, first, 'Ann')).toEqual({ kind: 'gone' });
  expect(await press(other, second, 'Ann', 16 * 60_000)).toEqual({ kind: 'gone' });
  expect(await Promise.all([press(one, second, 'Ann'), press(other, second, 'Ben')])).toEqual([
    { kind: 'taken', action: 'edit' },
    { kind: 'answered', by: 'Ann' },
  ]);
  expect(await press(one, second, 'Ben')).toEqual({ kind: 'answered', by: 'Ann' });
});

it('a button under a question that was answered in words says whose answer it was', async () => {
  const asked = new AskedBack<string>(memorySessionState(), 'asked back');
  const id = await asked.ask(said('t1', 'remove the diary'), 'remove');
  await asked.done(said('t2', 'yes'));
  expect(await asked.take(session, id, { by: 'Ben', nowMs: 0 })).toEqual({ kind: 'answered', by: 'Ann' });
  const next = await asked.ask(said('t3', 'change the diary'), 'edit');
  // A turn that ends later has answered no question of somebody else's.
  await asked.done(said('t4', 'yes', 0, { ...ANN, name: 'Ben' }));
  expect(await asked.take(session, next, { by: 'Ben', nowMs: 0 })).toEqual({ kind: 'taken', action: 'edit' });
});
