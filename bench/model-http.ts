/**
 * What our own code adds to one call of a model over HTTP: a reply through router, receipts and the provider's client,
 * from a server on loopback that answers at once, beside a bare request to the same server in the same run.
 */
import { performance } from 'node:perf_hooks';
import type { ChatModel, ModelRequest } from '../src/llm/chat-model.ts';
import { geminiFrom } from '../src/llm/gemini/gemini-from.ts';
import { modelPlanSchema } from '../src/llm/model-plan.ts';
import { openAiFrom } from '../src/llm/openai/openai-from.ts';
import { Router } from '../src/llm/router.ts';
import type { ReceiptBook } from '../src/llm/receipt.ts';
import { SqlDeskState } from '../src/store/sql/desk-state.ts';
import { SqlReceiptBook } from '../src/store/sql/receipt-book.ts';
import { systemClock } from '../src/time/clock.ts';
import { LoopbackGemini } from '../test/support/models/loopback-gemini.ts';
import { says } from '../test/support/models/loopback-gemini-script.ts';
import { LoopbackOpenAi } from '../test/support/models/loopback-openai.ts';
import { openStores } from '../test/support/stores.ts';
import { percentile, withHome } from './figures.ts';
import type { Row } from './row.ts';

const ROUNDS = 400;
const WARM_UP = 50;
const ANSWER = 'The diary has nothing for this morning.';
const KEY = 'bench-key';
const clock = systemClock;

export const benchModelHttp = (): Promise<Row[]> => withHome(overHttp);

async function overHttp(home: string): Promise<Row[]> {
  const openAi = await LoopbackOpenAi.start({ models: ['instant'] });
  openAi.answer(() => ({ text: ANSWER }));
  const gemini = await LoopbackGemini.start({ keys: [KEY] });
  gemini.answer(() => says(ANSWER));
  let ids = 0;
  const stores = openStores(home);
  const receipts = new SqlReceiptBook(stores.sql);
  const state = new SqlDeskState(stores.sql);
  const geminiDeps = { clock, state, newId: () => `id${++ids}` };
  try {
    return [
      ...(await rowsOf('bare', () => bare(openAi.baseUrl))),
      ...(await rowsOf(
        'compatible endpoint',
        through('openai', openAiFrom({ baseUrl: openAi.baseUrl, model: 'instant' }, { clock })!, receipts),
      )),
      ...(await rowsOf(
        'Gemini',
        through('gemini', geminiFrom({ keys: [KEY], baseUrl: gemini.baseUrl }, geminiDeps)!, receipts),
      )),
    ];
  } finally {
    await openAi.close();
    await gemini.close();
    await stores.sql.transaction(async () => {}); // the last receipts are written
    stores.close();
  }
}

/** The same question and answer, streamed, by nothing but fetch. */
async function bare(baseUrl: string): Promise<void> {
  const { system, messages } = request();
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'instant',
      stream: true,
      messages: [
        { role: 'system', content: system },
        ...messages.map(({ role, text }) => ({ role, content: text })),
      ],
    }),
  });
  await response.text();
}

function through(name: 'openai' | 'gemini', chat: ChatModel, book: ReceiptBook) {
  const router = new Router({
    providers: [{ name, model: 'instant', languageModel: true, chat }],
    plan: modelPlanSchema.parse({ ceilings: { day: { attempts: 1e6, tokens: 1e9, costUsd: 1e6 } } }),
    clock,
    zone: 'UTC',
    book,
    failed: (what, error) => console.error(what, error),
  });
  return async () => {
    const reply = await router.reply(request());
    if (reply.text !== ANSWER) throw new Error(`it said ${reply.text}`);
  };
}

async function rowsOf(who: string, ask: () => Promise<void>): Promise<Row[]> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const begun = performance.now();
    await ask();
    if (round >= WARM_UP) times.push(performance.now() - begun);
  }
  const what = `a reply over HTTP from an instant server, ${who}`;
  return [
    { what: `${what}, p50`, value: percentile(times, 0.5), unit: 'ms', goal: '' },
    { what: `${what}, p99`, value: percentile(times, 0.99), unit: 'ms', goal: '' },
  ];
}

function request(): ModelRequest & { messages: readonly { role: 'user'; text: string }[] } {
  return {
    task: 'chat',
    system: 'You are the desk of a newsroom.',
    messages: [{ role: 'user', text: 'What is in the diary?' }],
    tools: [],
    limits: { maxOutputTokens: 200 },
    signal: new AbortController().signal,
  };
}
