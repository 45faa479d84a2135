/** A feature that no room of the house knows, in a whole desk: its command, its methods, its turns, its tasks. */
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Command } from '../../src/feature/command.ts';
import type { Feature } from '../../src/feature/feature.ts';
import { declared } from '../../src/feature/feature-module.ts';
import { method, noParams } from '../../src/feature/rpc-method.ts';
import { taskHandler } from '../../src/feature/task.ts';
import { commandList } from '../../src/main/features.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { addFeature } from '../../src/main/features.ts';
import { openHome } from '../../src/main/open-home.ts';
import type { Kernel } from '../../src/feature/kernel.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { NewOp } from '../../src/sessions/op.ts';
import type { Tool } from '../../src/sessions/tool.ts';
import { eventually } from '../support/fake-clock.ts';
import { httpClient } from '../edges/mcp/a-client.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

let close: (() => Promise<void>) | undefined;
let remove = () => {};
afterEach(async () => {
  remove();
  await close?.();
  close = undefined;
});

const CHANNEL = parseSessionKey('discord:100');
const TIDE = 'High water at Quarry Bay at 14:20, 2.3 m.';

function tideCommands({ now }: { readonly now: () => string }): Command[] {
  return [
    {
      name: 'tides',
      description: { en: 'When the water is high.', zh: '何時水漲。' },
      options: [],
      right: 'talk',
      ephemeral: false,
      run: async (_options, { session }) => ({ text: `${now()} (${session})` }),
    },
  ];
}

function tides(lived: string[]) {
  const open = ({ tasks }: Pick<Kernel, 'tasks'>): Feature => ({
    name: 'tides',
    profiles: {
      tides: {
        prepare: async ({ session }) => void lived.push(`prepared for ${session}`),
        perform: async (pass) => {
          expect(pass.started.turn.profile).toBe('tides');
          await pass.settle({ status: 'ok', summary: TIDE });
        },
        forJobs: {
          about: { en: 'says when the water is high', zh: '報潮汐' },
          words: { calls: /^check the tides?$/i, mentions: /\btides?\b/i },
        },
      },
    },
    commands: tideCommands({ now: () => TIDE }),
    methods: {
      'tides.now': method(
        {
          description: 'When the water is high at a place.',
          scope: 'read',
          params: z.strictObject({ place: z.string() }),
          result: z.strictObject({ place: z.string(), TIDE: z.string() }),
          hints: { readOnly: true },
          tool: 'when_is_the_tide',
        },
        async ({ place }, { progress }) => {
          progress({ progress: 1, total: 2, message: 'asking the moon' });
          return { place, TIDE };
        },
      ),
      'tides.measure': method(
        {
          description: 'Measure the water at a place.',
          scope: 'editor',
          params: z.strictObject({ place: z.string() }),
          result: z.strictObject({}),
        },
        async (payload) => {
          await tasks.add({ task: 'tides.measure', key: `tides:${payload.place}`, payload });
          return {};
        },
      ),
    },
    tasks: [
      taskHandler(z.strictObject({ place: z.string() }), {
        name: 'tides.measure',
        run: async ({ place }, { attempt }) => {
          if (attempt === 1) throw new Error('the gauge is wet');
          lived.push(`measured at ${place}`);
        },
      }),
    ],
    start: async () => void lived.push('started'),
    stop: async () => void lived.push('stopped'),
    close: async () => void lived.push('closed'),
  });
  return { commands: declared(tideCommands), open };
}

it('has its commands listed where there is no desk, for as long as it is there', () => {
  const names = () => commandList().map(({ name }) => name);
  remove = addFeature({
    commands: declared(tideCommands),
    open: () => {
      throw new Error('listing commands opens no feature');
    },
  });
  expect(names()).toContain('tides');
  remove();
  expect(names()).not.toContain('tides');
});

it('brings a command, methods, tasks and the turns of its profile, and lives as long as the desk', async () => {
  const lived: string[] = [];
  remove = addFeature(tides(lived));
  const desk = await modelsDesk({ env: {} });
  close = () => desk.stop();
  expect(lived).toEqual(['started']);

  expect(await desk.rpc('tides.now', { place: 'Tai O' })).toEqual({ place: 'Tai O', TIDE });
  await expect(desk.rpc('tides.now', {})).rejects.toThrow('place');
  await desk.rpc('tides.measure', { place: 'Tai O' });
  await eventually(() => lived.includes('measured at Tai O'));
  const { origin, hash } = new URL(desk.address);
  const { client } = await httpClient(origin, hash.slice('#token='.length));
  const told: (string | undefined)[] = [];
  const called = await client.callTool(
    { name: 'when_is_the_tide', arguments: { place: 'Tai O' } },
    undefined,
    { onprogress: ({ message }) => told.push(message) },
  );
  expect(called.structuredContent).toEqual({ place: 'Tai O', TIDE });
  expect(told).toContain('asking the moon');
  await client.close();
  const { commands } = await desk.rpc<{ commands: { name: string }[] }>('commands.list', { locale: 'en' });
  expect(commands.map(({ name }) => name)).toContain('tides');
  const reply = await desk.rpc('commands.invoke', {
    sessionKey: 'console:desk',
    name: 'tides',
    author: { name: 'Ann' },
    options: {},
  });
  expect(reply).toMatchObject({ text: `${TIDE} (console:desk)` });

  const payload = {
    kind: 'agentTurn',
    message: 'Tell the tide.',
    sessionKey: 'console:desk',
    profile: 'tides',
  };
  const schedule = { kind: 'at', atMs: Date.now() + 3_600_000 };
  const job = await desk.rpc<{ id: string }>('cron.add', {
    name: 'tide',
    sessionTarget: 'bound',
    schedule,
    payload,
    create: true,
  });
  await desk.rpc('cron.run', { id: job.id, mode: 'force' });
  const entry = await eventually(async () =>
    (await desk.history('console:desk')).find(({ content }) => content === TIDE),
  );
  expect(entry.role).toBe('assistant');
  expect(lived).toContain('prepared for console:desk');

  await desk.ask('every friday at 9 check the tides');
  const { jobs } = await desk.rpc<{ jobs: { name: string; payload: object }[] }>('cron.list');
  expect(jobs.find(({ name }) => name === 'check the tides')?.payload).toMatchObject({ profile: 'tides' });

  await desk.stop();
  close = undefined;
  expect(lived.slice(-2)).toEqual(['stopped', 'closed']);
});

it.each([
  [
    'brings a command that it does not declare',
    [],
    tideCommands({ now: () => TIDE }),
    'brings /tides undeclared',
  ],
  [
    'declares a command that it does not bring',
    declared(tideCommands),
    [],
    "declares /tides and doesn't bring it",
  ],
])('is refused when the desk starts where it %s', async (_what, said, brought, because) => {
  remove = addFeature({ commands: said, open: () => ({ name: 'tides', commands: brought }) });
  await expect(modelsDesk({ env: {} })).rejects.toThrow(because);
});

it('declares what a home answers where no desk runs: it is opened once that is called, and a desk sends what it wrote', async () => {
  const lived: string[] = [];
  const posted = { key: 'tide:1', lane: CHANNEL, spec: { kind: 'post', channel: { id: '100' }, text: TIDE } };
  const build = ({ stores, dispatcher }: Pick<Kernel, 'stores' | 'dispatcher'>) => ({
    'tides.post': method(
      { description: 'Post the tide.', scope: 'editor', params: noParams, result: z.strictObject({}) },
      async () => {
        await stores.ops.put([posted as NewOp]);
        dispatcher.poke();
        return {};
      },
    ),
  });
  remove = addFeature({
    withoutDesk: declared(build),
    open: (kernel) => ({
      name: 'tides',
      methods: build(kernel),
      start: async () => void lived.push('started'),
      stop: async () => void lived.push('stopped'),
      close: async () => void lived.push('closed'),
    }),
  });
  const folder = tempHome();
  const { config } = readConfig({ LOG_LEVEL: 'error' }, folder);
  const looking = await openHome({ config });
  expect(looking.rpc.describe().map(({ name }) => name)).toContain('tides.post');
  await looking.close();
  expect(lived).toEqual([]);
  const home = await openHome({ config });
  expect(await home.rpc.call('tides.post', {})).toEqual({ result: {} });
  await home.close();
  expect(lived).toEqual(['stopped', 'closed']);
  const stores = openStores(folder);
  onTestFinished(() => void stores.close());
  expect(await stores.ops.lanes()).toEqual([CHANNEL]);
});

it('is refused where it declares a method alone that it does not bring', async () => {
  remove = addFeature({ withoutDesk: { 'tides.post': usurped }, open: () => ({ name: 'tides' }) });
  await expect(modelsDesk({ env: {} })).rejects.toThrow("declares tides.post alone and doesn't bring it");
});

const usurped = method(
  { description: 'Nothing.', scope: 'read', params: noParams, result: z.strictObject({}) },
  async () => ({}),
);

const named = method(
  {
    description: 'Nothing.',
    scope: 'read',
    params: noParams,
    result: z.strictObject({}),
    tool: 'cron_list',
  },
  async () => ({}),
);

it.each([
  ['a command', { commands: [{ name: 'cron add' } as Command] }, /two commands are called "cron add"/],
  ['a method', { methods: { 'cron.add': usurped } }, /brings the method cron\.add, which every desk has/],
  ['a tool', { tools: [{ name: 'cron' } as Tool] }, /brings the tool cron, which desk brought already/],
  [
    'a tool for MCP',
    { methods: { 'tides.jobs': named } },
    /the methods cron\.list and tides\.jobs are both the tool cron_list/,
  ],
])('is refused when the desk starts with %s that is the desk’s own', async (_what, brought, said) => {
  const { commands = [] } = brought as Pick<Feature, 'commands'>;
  remove = addFeature({ commands, open: () => ({ name: 'usurper', ...brought }) });
  await expect(modelsDesk({ env: {} })).rejects.toThrow(said);
});

it('is refused when the desk starts where it offers a tool that it does not bring', async () => {
  remove = addFeature(() => ({ name: 'tides', offers: { chat: { tide: 2 } } }));
  await expect(modelsDesk({ env: {} })).rejects.toThrow(
    "the feature tides offers the tool tide, which it doesn't bring",
  );
});
