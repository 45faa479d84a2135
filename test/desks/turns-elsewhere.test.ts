/** Turns that run at another desk of the same newsroom: real stores on a real server, and a model that never answers. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/fake-clock.ts';
import { LoopbackOpenAi } from '../support/models/loopback-openai.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { PostgresServer } from '../support/postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const ROOM = { sessionKey: 'console:room', author: { name: 'Ann' } };

async function twoDesks(name: string) {
  const model = await LoopbackOpenAi.start({ models: ['llama3.2'] });
  const env = {
    DATABASE_URL: await server.database(name),
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'llama3.2',
  };
  const first = await modelsDesk({ env });
  const second = await modelsDesk({ env });
  onTestFinished(async () => {
    await model.close();
    for (const desk of [first, second]) await desk.stop();
  });
  const stands = async (text: string) => {
    const { entries } = await first.rpc<{ entries: { content: string }[] }>('sessions.history', {
      key: ROOM.sessionKey,
      limit: 50,
    });
    return entries.some(({ content }) => content.includes(text));
  };
  return { model, first, second, stands };
}

it('are joined by what is said at this one, and stop when their session is begun anew here', async () => {
  const { model, first, second, stands } = await twoDesks('elsewhere_reset');
  model.faults.next('never_answers');
  await first.rpc('chat.send', { ...ROOM, text: 'Tell me of the ferry.' });
  await eventually(() => model.underWay === 1);
  await second.rpc('chat.send', { ...ROOM, text: 'The one of today.' });
  await eventually(() => stands('The one of today.'));
  expect(model.underWay).toBe(1);
  await second.rpc('sessions.reset', { key: ROOM.sessionKey });
  await eventually(() => model.underWay === 0);
  // The lane is free: the next turn runs, at whichever desk.
  model.replyWith({ text: 'It is open.' });
  await second.rpc('chat.send', { ...ROOM, text: 'Is the tunnel open?' });
  await eventually(() => stands('It is open.'));
  // What had joined the stopped turn went with it: it was never a turn of its own.
  expect(model.asked).toHaveLength(2);
  expect(model.violations).toEqual([]);
});

it('wait for one turn after the other, whichever desk they were said at', async () => {
  const { model, first, second, stands } = await twoDesks('elsewhere_order');
  let most = 0;
  model.answer(() => {
    most = Math.max(most, model.underWay);
    return { text: `Understood ${model.asked.length}.` };
  });
  const texts = Array.from({ length: 12 }, (_, n) => `question ${n}`);
  await Promise.all(
    texts.map((text, n) => (n % 2 === 0 ? first : second).rpc('chat.send', { ...ROOM, text })),
  );
  for (const text of texts) await eventually(() => stands(text));
  await eventually(async () => {
    const { cron } = await first.rpc<{ cron: { running: number } }>('desk.status');
    return cron.running === 0 && model.underWay === 0 && (await stands('Understood'));
  });
  expect(most).toBe(1);
  expect(model.violations).toEqual([]);
});
