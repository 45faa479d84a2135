/**
 * A whole desk in front of loopback models: the house as `main/` wires it, real stores, the console as its channel,
 * and a clock that the test moves where it gives one.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../../src/config/read-config.ts';
import type { DeskStatus } from '../../src/desk/desk-status.ts';
import { startDesk } from '../../src/main/index.ts';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import type { Clock } from '../../src/time/clock.ts';
import { eventually } from './fake-clock.ts';
import { tempHome } from './temp-home.ts';

export interface ModelsDeskOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly home?: string;
  readonly clock?: Clock;
  /** The edition's field `models`. */
  readonly models?: object;
  /** Fields of the edition that differ from the sample's, which has no pictures here; it is the sample, with its feeds, when `sample` is true. */
  readonly edition?: object;
  /** Between the house and its stores. */
  readonly stores?: (stores: Stores) => Stores;
}

export async function modelsDesk(options: ModelsDeskOptions) {
  const {
    home = tempHome(),
    env,
    models = {},
    edition = { sample: undefined, feeds: [], schedules: [] },
  } = options;
  const given = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  writeFileSync(
    join(home, 'data', 'editions', 'test.json'),
    JSON.stringify({ ...given, pictures: false, ...edition, name: 'test', models }),
  );
  const variables = { NIGHTDESK_HOME: home, NIGHTDESK_EDITION: 'test', GATEWAY_PORT: '0', ...env };
  const log: string[] = [];
  let stores: Stores | undefined;
  const desk = await startDesk({
    config: readConfig(variables, home).config,
    log: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
    stores: (opened) => (stores = options.stores?.(opened) ?? opened),
    ...(options.clock && { clock: options.clock }),
  });
  const { origin, hash } = new URL(desk.address);
  const headers = { authorization: `Bearer ${hash.slice('#token='.length)}` };
  const rpc = async <T>(method: string, params: object = {}): Promise<T> => {
    const body = JSON.stringify({ id: 1, method, params });
    const response = await fetch(`${origin}/rpc`, { method: 'POST', headers, body });
    const answer = (await response.json()) as { result?: T; error?: { message: string } };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result as T;
  };
  const history = async (key: string) =>
    (await rpc<{ entries: Entry[] }>('sessions.history', { key, limit: 200 })).entries;
  return {
    ...desk,
    home,
    log,
    rpc,
    history,
    receipts: () => stores!.receipts.newest(1_000),
    /** A story that was published, with what it stands on. */
    story: (id: string) => stores!.stories.find(id),
    /** What the desk channel's planners ordered, the newest first. */
    runs: () => stores!.stories.runsOf(sessionKey('console', 'desk'), 10),
    /** A turn's own record. */
    record: (turn: string) => stores!.turns.find(turn),
    status: () => rpc<DeskStatus>('desk.status'),
    metrics: async () => (await fetch(`${origin}/metrics`, { headers })).text(),
    /** Say something in the console, and wait for how the turn ends. */
    ask: async (text: string, sessionKey = 'console:desk'): Promise<Entry> => {
      const { turnId } = await rpc<{ turnId: string }>('chat.send', {
        sessionKey,
        text,
        author: { name: 'Ann' },
      });
      return eventually(
        async () =>
          (await history(sessionKey)).find(({ meta }) => meta?.turn === turnId && meta.kind === 'closure'),
        `an answer to "${text}"`,
      );
    },
    /** What a command says, as the console shows it. */
    command: async (name: string) =>
      (await rpc<{ text: string }>('commands.invoke', { name, options: {}, sessionKey: 'console:desk' }))
        .text,
  };
}
