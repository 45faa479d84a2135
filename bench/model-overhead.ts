/**
 * What our own code adds to a model: a whole turn (accepted, started, asked, committed, its answer on disk) with a
 * model that answers at once, the same with a tool's call in it, and the desk model's own times.
 */
import { performance } from 'node:perf_hooks';
import type { ChatModel, ModelReply, ModelRequest } from '../src/llm/chat-model.ts';
import { deskModel } from '../src/llm/rules/desk-model.ts';
import { systemClock } from '../src/time/clock.ts';
import {
  CHAT_TOOLS,
  deskRequest,
  lookUp,
  storyMaterial,
  toolResult,
  user,
} from '../test/llm/rules/desk-requests.ts';
import { FERRY_CHINESE, FERRY_ENGLISH } from '../test/llm/rules/ferry-articles.ts';
import { message } from '../test/support/inbound.ts';
import { openKernel } from './desk-kernel.ts';
import { percentile, withHome } from './figures.ts';
import type { Row } from './row.ts';

const TURNS = 400;
const WARM_UP = 40;
const DESK_ROUNDS = 60;

export const benchModelOverhead = (): Promise<Row[]> => withHome(overhead);

async function overhead(home: string): Promise<Row[]> {
  const plain = await turns(`${home}/plain`, 0);
  const withTool = await turns(`${home}/tool`, 1);
  return [
    ...both('a turn of one model call, accepted to committed', plain.turnMs),
    ...both('a tool call: reply received to next request', withTool.stepMs),
    ...both('a turn of two model calls and a tool', withTool.turnMs),
    ...(await deskTimes()),
  ];
}

/** One turn after the other in sessions of their own, so that no window grows. */
async function turns(home: string, toolCalls: number): Promise<{ turnMs: number[]; stepMs: number[] }> {
  const turnMs: number[] = [];
  const stepMs: number[] = [];
  let repliedAt: number | undefined;
  const model: ChatModel = {
    reply: async ({ messages }: ModelRequest): Promise<ModelReply> => {
      if (repliedAt !== undefined) stepMs.push(performance.now() - repliedAt);
      const asked = messages.findLastIndex(({ role }) => role === 'user');
      const called = messages.length - 1 - asked;
      const call = { id: `call-${messages.length}`, name: 'notes', args: {} };
      const tools = called < toolCalls ? [call] : [];
      repliedAt = tools.length > 0 ? performance.now() : undefined;
      return {
        text: tools.length > 0 ? '' : 'The diary has nothing for this morning.',
        toolCalls: tools,
        finish: tools.length > 0 ? 'tools' : 'stop',
        usage: { input: 400, output: 10 },
        servedBy: { provider: 'bench', model: 'instant', languageModel: true },
      };
    },
  };
  const { conductor, close } = openKernel(home, systemClock, 4, model);
  for (let n = 0; n < WARM_UP + TURNS; n++) {
    const begun = performance.now();
    const end = await conductor.ask(message(`bench-${n}`, 'what is in the diary?', `console:bench-${n}`));
    if (end.status !== 'ok') throw new Error(`a turn ended ${end.status}: ${end.summary}`);
    if (n >= WARM_UP) turnMs.push(performance.now() - begun);
    else stepMs.length = 0;
  }
  await close();
  return { turnMs, stepMs };
}

async function deskTimes(): Promise<Row[]> {
  const story = storyMaterial([...FERRY_ENGLISH, ...FERRY_CHINESE]);
  const found = toolResult('look_up', lookUp(FERRY_ENGLISH));
  const links = Array.from({ length: 20 }, (_, id) => ({
    id,
    title: `Ferry ${id} strikes the pier at Marlow Point`,
    candidates: Array.from({ length: 5 }, (__, n) => ({
      eventId: n + 1,
      title: `Ferry ${n * 7} strikes pier at Marlow Point, ${n + 10} hurt`,
      score: 0.2 - n * 0.02,
    })),
  }));
  const requests: Readonly<Record<string, ModelRequest>> = {
    'a story from four sources': deskRequest('write', { material: story }),
    'an answer from a story': deskRequest('chat', {
      tools: CHAT_TOOLS,
      messages: [user('How many people were injured?'), found],
    }),
    'an order for a job': deskRequest('chat', {
      tools: CHAT_TOOLS,
      messages: [user('remind us every weekday at 7:30 to check the diary')],
    }),
    'twenty ambiguous links': deskRequest('cluster', { material: { links } }),
  };
  const rows: Row[] = [];
  for (const [what, request] of Object.entries(requests)) {
    const times: number[] = [];
    for (let round = 0; round < DESK_ROUNDS; round++) {
      const begun = performance.now();
      await deskModel.reply(request);
      if (round >= 10) times.push(performance.now() - begun);
    }
    rows.push(...both(`the desk model: ${what}`, times));
  }
  return rows;
}

function both(what: string, samples: readonly number[]): Row[] {
  return [
    { what: `${what}, p50`, value: percentile(samples, 0.5), unit: 'ms', goal: '' },
    { what: `${what}, p99`, value: percentile(samples, 0.99), unit: 'ms', goal: '' },
  ];
}
