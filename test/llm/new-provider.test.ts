/** A third provider: its own folder (`parrot.ts`) and one line. Chains, receipts, status, the doctor and settings know it. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config-error.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { examineModels } from '../../src/llm/examine-models.ts';
import { modelPlanSchema } from '../../src/llm/model-plan.ts';
import { Models } from '../../src/llm/models.ts';
import { addProvider, providerNames } from '../../src/llm/provider-kinds.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryReceiptBook } from '../support/memory-receipt-book.ts';
import { tempHome } from '../support/temp-home.ts';
import { request } from './a-router.ts';
import { parrotProvider } from './parrot.ts';

const asked: unknown[] = [];
let server: Server;
let address: string;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    response.setHeader('content-type', 'application/json');
    if (incoming.url === '/models') return void response.end('{"data":[]}');
    void text(incoming).then((body) => {
      asked.push(JSON.parse(body));
      const message = { role: 'assistant', content: 'Hello, hello.' };
      const usage = { prompt_tokens: 12, completion_tokens: 3 };
      response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function opened(env: Readonly<Record<string, string>>, plan: object) {
  const { config } = readConfig({ NIGHTDESK_HOME: tempHome(), ...env }, '/');
  const book = new MemoryReceiptBook();
  const state = { get: async () => undefined, set: async () => {} };
  const edition = { models: modelPlanSchema.parse(plan), zone: 'Europe/London', language: 'en' as const };
  const log = pino({ level: 'silent' });
  const models = new Models({
    ...{ settings: config, edition, clock: new FakeClock(), log },
    stores: { state, receipts: book },
  });
  return { config, book, models, plan: edition.models };
}

it('serves by its own folder and one line, with settings of its own', async () => {
  const remove = addProvider(parrotProvider);
  try {
    const { config, book, models, plan } = opened(
      { PARROT_BASE_URL: address, PARROT_MODEL: 'kakapo' },
      { chains: { default: ['parrot', 'desk'] } },
    );
    expect(models.chain).toMatchObject([
      { name: 'parrot', title: 'Parrot', model: 'kakapo' },
      { name: 'desk' },
    ]);
    const reply = await models.model.reply(request());
    expect(reply).toMatchObject({ text: 'Hello, hello.', servedBy: { provider: 'parrot', model: 'kakapo' } });
    expect(asked).toMatchObject([{ model: 'kakapo', messages: [{ role: 'system' }, { content: 'hello' }] }]);
    await models.close();
    expect(await book.spent({ sinceMs: 0 })).toMatchObject([
      { provider: 'parrot', calls: 1, inputTokens: 12, outputTokens: 3 },
    ]);
    const findings = await examineModels(config, plan);
    expect(findings.map(({ text: said }) => said)).toEqual([
      'Chats are asked of parrot, else desk.',
      'The parrot answers.',
    ]);
  } finally {
    remove();
  }
});

it('is asked in its turn where an edition names no chain, and refused by name once it is gone', () => {
  const remove = addProvider(parrotProvider);
  const { models } = opened({ PARROT_BASE_URL: address }, {});
  expect(models.chain.map(({ name }) => name)).toEqual(['parrot', 'desk']);
  remove();
  const { error } = modelPlanSchema.safeParse({ chains: { default: ['parrot'] } });
  expect(error?.issues).toMatchObject([{ code: 'invalid_value', values: providerNames() }]);
});

it('has its settings read as all are: a bad one is named with what is allowed', async () => {
  const remove = addProvider(parrotProvider);
  try {
    expect(() => opened({ PARROT_BASE_URL: 'over there' }, {})).toThrow(ConfigError);
    const { config } = readConfig({ NIGHTDESK_HOME: tempHome(), PARROT_BASE_URL: 'over there' }, '/');
    expect(await examineModels(config, undefined)).toMatchObject([
      {},
      {
        check: 'Parrot',
        state: 'problem',
        text: expect.stringContaining('PARROT_BASE_URL is "over there"; allowed: an http') as string,
      },
    ]);
  } finally {
    remove();
  }
});
