/** One turn of an agent over real stores: a scripted model, three tools, and what came of it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Agent } from '../../src/agent/agent.ts';
import type { AgentDeps } from '../../src/agent/agent-deps.ts';
import { Prompts } from '../../src/agent/prompts.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { outputShape } from '../../src/sessions/output.ts';
import { ToolRefusal, tool } from '../../src/sessions/tool.ts';
import type { Inbound } from '../../src/sessions/turn.ts';
import type { WrittenLanguage } from '../../src/time/locale.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { message, writtenJob } from '../support/inbound.ts';
import type { scriptedModel } from '../support/scripted-model.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

export const desk = parseSessionKey('console:desk');

export function prompts(
  tools: Record<string, number> = { add: 2, fail: 1 },
  language: WrittenLanguage = 'en',
) {
  const folder = join(tempHome(), 'prompts');
  mkdirSync(folder);
  writeFileSync(join(folder, 'system.md'), 'You are {{NAME}}.');
  const limits = { attempts: 4, tokens: 10_000, max_output_tokens: 500, timeout_seconds: 60 };
  const profile = {
    task: 'chat',
    system: 'system',
    tools,
    limits,
    window_tokens: 1_000,
  };
  const registry = {
    prompts: { system: { template_path: 'system.md', version: 1 } },
    profiles: {
      chat: profile,
      reminder: { ...profile, task: 'remind' },
      heartbeat: { ...profile, task: 'heartbeat' },
      planner: { ...profile, task: 'plan', output: 'plan' },
      compaction: { ...profile, task: 'compact', tools: {} },
    },
    validators: {},
    content_types: {},
    categories: {},
  };
  writeFileSync(join(folder, 'registry.json'), JSON.stringify(registry));
  return Prompts.read([folder], language);
}

export async function turn(
  model: ReturnType<typeof scriptedModel>,
  inbound: Inbound = message('m1', 'hello'),
  {
    allowed,
    more = [],
    house = {},
    language,
  }: {
    allowed?: Record<string, number>;
    more?: AgentDeps['tools'];
    house?: Partial<AgentDeps>;
    language?: WrittenLanguage;
  } = {},
) {
  const clock = new FakeClock();
  const stores = openStores(tempHome());
  const added: number[] = [];
  const failures: string[] = [];
  const agent = new Agent({
    model,
    prompts: prompts(allowed, language),
    tools: [
      ...more,
      tool({
        name: 'add',
        description: 'Add a number.',
        args: z.strictObject({ n: z.number() }),
        run: async ({ n }) => {
          if (n < 0) throw new ToolRefusal('only positive numbers');
          added.push(n);
          return { sum: added.reduce((a, b) => a + b, 0) };
        },
      }),
      tool({
        name: 'fail',
        description: 'Fails.',
        args: z.strictObject({}),
        run: () => Promise.reject(new Error('disk on fire')),
      }),
      tool({ name: 'secret', description: 'Not allowed.', args: z.strictObject({}), run: async () => 'no' }),
    ],
    outputs: {
      plan: outputShape({
        schema: z.object({ say: z.string() }),
        end: (value) => ({ status: 'ok', summary: value.say, value }),
      }),
    },
    clock,
    window: async () => [],
    setting: async () => ({ values: { NAME: 'Nightdesk' }, material: {} }),
    failed: (what, error) => failures.push(`${what}: ${(error as Error).message}`),
    ...house,
  });
  const stage = conduct(stores, clock, agent.perform);
  if (inbound.run) await stores.jobs.add(writtenJob(inbound.run.jobId, 5));
  await stage.conductor.submit(inbound);
  await stage.conductor.idle();
  const found = await eventually(async () => {
    const state = await stores.book.find(inbound.id);
    return state?.state === 'closed' ? state : undefined;
  });
  return { end: found.end, stores, added, failures, requests: model.requests, stage };
}

export const results = (requests: { messages: readonly { role: string; text: string }[] }[]) =>
  requests
    .at(-1)!
    .messages.filter(({ role }) => role === 'tool')
    .map(({ text }) => JSON.parse(text) as unknown);
