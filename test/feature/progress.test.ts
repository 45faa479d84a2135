/** The message that shows how far a turn has come, over a real outbox at rest. */
import { expect, it } from 'vitest';
import { replyOps } from '../../src/agent/reply-ops.ts';
import { Progress } from '../../src/feature/progress.ts';
import { progressKey, showsProgress } from '../../src/sessions/progress.ts';
import { SYSTEM } from '../../src/sessions/actor.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import type { RunOfTurn, StartedTurn, Turn } from '../../src/sessions/turn.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const DISCORD = sessionKey('discord', '123');

function turnIn(session: SessionKey, more: Partial<Turn> = {}): Turn {
  return {
    ...{ id: 'brief:1', kind: 'worker', session, lane: session, seq: 1, acceptedAtMs: 0, attempts: 1 },
    ...{ origin: { channel: 'discord', chatId: '123' }, text: '/brief x', actor: SYSTEM, profile: 'brief' },
    ...more,
  };
}

function aProgress(fence = 1) {
  const stores = openStores(tempHome());
  const started: StartedTurn = { turn: turnIn(DISCORD), fence, generation: 0, deadlineMs: 0 };
  const open = (again = fence) =>
    new Progress({ ...started, fence: again }, { ops: stores.ops, posted: () => {}, clock: new FakeClock() });
  return {
    ...stores,
    open,
    kinds: async () => (await stores.ops.under('brief:1/')).map(({ spec, state }) => `${spec.kind} ${state}`),
  };
}

it('is posted once and edited then; an edit that was not sent gives way to a newer one', async () => {
  const { open, kinds, ops, close } = aProgress();
  const progress = open();
  for (const text of ['searching…', 'searching… · writing…', 'searching… · writing… · reviewing…'])
    await progress.say(text);
  expect(await kinds()).toEqual(['post ready', 'edit failed', 'edit ready']);
  expect((await ops.find(progressKey('brief:1')))?.spec).toMatchObject({ text: 'searching…' });
  close();
});

it('knows when nobody can see it any more: the answer is a message of its own then', async () => {
  const { open, ops, close } = aProgress();
  const progress = open();
  await progress.say('searching…');
  await progress.say('searching… · writing…');
  expect(await progress.isLost()).toBe(false);
  await progress.dropUnsent();
  expect(await progress.isLost()).toBe(false);
  await progress.say('searching… · writing… · reviewing…');
  await ops.failed('brief:1/progress-1-2', 'failed', 'Unknown Message');
  expect(await progress.isLost()).toBe(true);
  close();
});

it('goes on in the same message when its turn starts again', async () => {
  const { open, kinds, close } = aProgress();
  await open(1).say('searching…');
  await open(2).say('searching…');
  expect(await kinds()).toEqual(['post ready', 'edit ready']);
  close();
});

it('becomes the answer, whatever that is; where none was shown the answer is posted', () => {
  const ops = replyOps(turnIn(DISCORD), { summary: 'Interrupted.' }, { inPlace: true });
  expect(ops.map(({ key, spec }) => [key, spec.kind])).toEqual([
    ['brief:1/progress', 'post'],
    ['brief:1/1', 'edit'],
  ]);
  expect(ops[1]!.spec).toMatchObject({ message: { op: 'brief:1/progress' }, text: 'Interrupted.' });
  expect(ops[1]!.record?.meta).toMatchObject({ kind: 'delete', target: 'brief:1/progress' });
});

it('has as many further messages as a long answer needs', () => {
  const summary = Array.from({ length: 90 }, (_, n) => `Sentence ${n} of a long brief, with words.`).join(
    '\n',
  );
  const ops = replyOps(turnIn(DISCORD), { summary }, { inPlace: true });
  expect(ops.map(({ spec }) => spec.kind)).toEqual([
    'post',
    'edit',
    ...Array<string>(ops.length - 2).fill('post'),
  ]);
  expect(ops.length).toBeGreaterThan(2);
  expect(new Set(ops.map(({ key }) => key)).size).toBe(ops.length);
});

it('is shown neither for a quiet run nor where nobody talks', () => {
  const run = { quiet: true } as RunOfTurn;
  expect(showsProgress(turnIn(DISCORD))).toBe(true);
  expect(showsProgress(turnIn(DISCORD, { run }))).toBe(false);
  expect(showsProgress(turnIn(sessionKey('cron', 'job')))).toBe(false);
});
