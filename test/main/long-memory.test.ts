import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import type { ChatModel, ModelRequest } from '../../src/llm/chat-model.ts';
import { deskModel } from '../../src/llm/rules/desk-model.ts';
import { buildKernel } from '../../src/main/kernel.ts';
import { News } from '../../src/feature/news.ts';
import { programFiles } from '../../src/config/program-files.ts';
import { openEmbedded } from '../../src/main/stores.ts';
import { GATEWAY } from '../../src/sessions/actor.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { parseSessionKey, transcriptName } from '../../src/sessions/key.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { Features } from '../../src/feature/features.ts';

const desk = parseSessionKey('console:desk');

/** The prompts of the program, with a window that a few messages fill. */
function smallWindow(home: string): void {
  const registry = JSON.parse(readFileSync(join(programFiles.prompts, 'registry.json'), 'utf8')) as {
    profiles: { chat: { window_tokens: number } };
  };
  registry.profiles.chat.window_tokens = 400;
  mkdirSync(join(home, 'prompts'), { recursive: true });
  writeFileSync(join(home, 'prompts', 'registry.json'), JSON.stringify(registry));
}

/** A house with real stores and the desk model, which is listened to. */
function house(home = tempHome(), model: ChatModel = deskModel, env: Record<string, string> = {}) {
  smallWindow(home);
  const { config } = readConfig({ NIGHTDESK_HOME: home, ...env }, home);
  const clock = new FakeClock();
  const log = pino({ level: 'silent' });
  const stores = openEmbedded(config, clock, log);
  const news = new News();
  const told: { event: string; payload: unknown }[] = [];
  news.subscribe((item) => told.push(item));
  const requests: ModelRequest[] = [];
  const values = {
    DESK_TITLE: 'Desk',
    NOW: 'now',
    LANGUAGE: 'English',
    CHANNEL: 'desk',
    NOTES: '',
    STORY: '',
  };
  const features = new Features();
  features.add({ name: 'setting', setting: async () => ({ values, material: {} }) });
  const built = buildKernel({
    config: { ...config, zone: 'Europe/London' },
    clock,
    log,
    stores,
    news,
    model: {
      reply: (request) => {
        requests.push(request);
        return model.reply(request);
      },
    },
    interpret: () => ({}),
    features,
  });
  const say = async (text: string, session = desk) => {
    const { turnId } = await built.desk.say({ session, text, author: { name: 'Ann' } }, GATEWAY);
    await eventually(async () => (await stores.turns.find(turnId))?.state === 'closed');
    await built.conductor.idle();
  };
  const history = (key = desk) => built.desk.history(key, 1_000);
  const close = async () => {
    await built.conductor.close();
    await built.dispatcher.close(Promise.resolve());
    stores.close();
  };
  return { ...built, stores, told, requests, say, history, close, home };
}

const summaries = (entries: readonly Entry[]) => entries.filter(({ meta }) => meta?.kind === 'summary');
const summaryIn = (given: ReturnType<typeof house>, key = desk, count = 1) =>
  eventually(async () => {
    const found = summaries(await given.history(key));
    return found.length >= count ? found.at(-1) : undefined;
  });

const fact = (n: number) =>
  `The harbour master said in call ${n} that pier ${n} stays closed until week ${n}.`;

describe('a conversation that grows long', () => {
  it('is summed up in its own lane; later turns read the summary, and the file keeps every word', async () => {
    const given = house();
    for (let n = 1; n <= 8; n++) await given.say(fact(n));
    const summary = await summaryIn(given);
    expect(summary).toMatchObject({ role: 'system', meta: { servedBy: { provider: 'desk' } } });
    expect(summary.content).toMatch(/^Also said:\n- Ann \(.+\): "The harbour master said in call \d/);

    const entries = await given.history();
    const said = entries.filter(({ author }) => author !== undefined).map(({ content }) => content);
    expect(said).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(fact));
    const covered = entries.findIndex(({ id }) => id === summary.meta?.covers);
    expect(entries[covered]!.meta).toMatchObject({ kind: 'closure' });

    await given.say('And pier nine?');
    const { messages } = given.requests.findLast(({ task }) => task === 'chat')!;
    expect(messages[0]!.text).toContain('[What was said here earlier, in short]\nAlso said:');
    expect(messages.filter(({ text }) => text === fact(1))).toEqual([]);
    expect(messages.at(-1)!.text).toBe('And pier nine?');
    expect(messages.map(({ text }) => text).join('\n')).not.toContain('Sum up the conversation');
    await given.close();

    const lines = readFileSync(join(given.home, 'sessions', transcriptName(desk)), 'utf8')
      .trim()
      .split('\n');
    const ids = lines.slice(1).map((line) => (JSON.parse(line) as Entry).id);
    expect(ids.slice(0, entries.length)).toEqual(entries.map(({ id }) => id));
  });

  it('is summed up without anybody seeing it: nothing is posted, no news is told', async () => {
    const given = house();
    for (let n = 1; n <= 8; n++) await given.say(fact(n));
    await summaryIn(given);
    const posts = given.told.filter(({ payload }) =>
      /compact:|Sum up|Also said/.test(JSON.stringify(payload)),
    );
    expect(posts).toEqual([]);
    const turns = given.told.filter(({ event }) => event === 'turn').map(({ payload }) => payload);
    expect(turns).toHaveLength(8 * 3);
    await given.close();
  });

  it('is summed up again with what the first summary said', async () => {
    const given = house();
    await given.say('no more crypto today');
    for (let n = 1; n <= 16; n++) await given.say(fact(n));
    const second = await summaryIn(given, desk, 2);
    expect(second.content).toContain('no more crypto today');
    const [first] = summaries(await given.history());
    expect(first!.meta?.covers).not.toBe(second.meta?.covers);
    await given.close();
  });

  it('loses nothing when its summary fails: the newest entries are read as before', async () => {
    const failing: ChatModel = {
      reply: (request) =>
        request.task === 'compact' ? Promise.reject(new Error('no')) : deskModel.reply(request),
    };
    const given = house(tempHome(), failing);
    for (let n = 1; n <= 8; n++) await given.say(fact(n));
    await eventually(async () => (await given.history()).some(({ meta }) => meta?.status === 'failed'));
    await given.say('And pier nine?');
    const { messages } = given.requests.findLast(({ task }) => task === 'chat')!;
    expect(messages.map(({ text }) => text)).toContain(fact(8));
    expect(messages[0]!.text).not.toContain('in short');
    expect(JSON.stringify(given.told)).not.toContain('could not finish');
    await given.close();
  });

  it('begins anew after a reset, also when a summary was waiting', async () => {
    const given = house();
    for (let n = 1; n <= 8; n++) await given.say(fact(n));
    const { meta } = await summaryIn(given);
    await given.desk.reset(desk, GATEWAY);
    const late = {
      id: 'compact:late',
      kind: 'worker',
      session: desk,
      origin: { channel: 'console', chatId: 'desk' },
      text: 'Sum up the conversation so far.',
      actor: GATEWAY,
      profile: 'compaction',
      compaction: { covers: String(meta?.covers) },
    } as const;
    expect(await given.conductor.ask(late)).toMatchObject({ status: 'skipped' });
    await given.say('Good morning, who is on the early shift?');
    const { messages } = given.requests.findLast(({ task }) => task === 'chat')!;
    expect(messages.slice(0, -1)).toEqual([]);
    await given.close();
  });

  it('is one memory in unified mode, and is summed up there only', async () => {
    const given = house(tempHome(), deskModel, { NIGHTDESK_UNIFIED_SESSION: '1' });
    const unified = parseSessionKey('unified:default');
    const other = parseSessionKey('console:other');
    for (let n = 1; n <= 8; n++) await given.say(fact(n), n % 2 ? desk : other);
    await summaryIn(given, unified);
    expect(summaries(await given.history(desk))).toEqual([]);
    expect(JSON.stringify(given.told)).not.toContain('Also said');
    await given.close();
  });
});
