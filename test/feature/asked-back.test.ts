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
  await other.done(session);
  expect(await one.answered(said('t3', 'yes'))).toBeUndefined();
});

it('a button is taken once, at whichever desk it is pressed, and not after another question', async () => {
  const book = memorySessionState();
  const [one, other] = [new AskedBack<string>(book, 'asked back'), new AskedBack<string>(book, 'asked back')];
  const first = await one.ask(said('t1', 'remove the diary'), 'remove');
  const second = await one.ask(said('t2', 'change the diary'), 'edit');
  expect(await other.take(session, first, 0)).toBeUndefined();
  expect(await Promise.all([other, other].map((desk) => desk.take(session, second, 0)))).toEqual([
    'edit',
    undefined,
  ]);
  expect(await one.take(session, second, 0)).toBeUndefined();
});
