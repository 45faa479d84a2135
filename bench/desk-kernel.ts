/**
 * The whole house of a desk but its edges and its newsroom, over the real stores of a home, with a model that answers
 * at once and a clock that can be set.
 */
import pino from 'pino';
import { readConfig } from '../src/config/read-config.ts';
import type { ChatModel } from '../src/llm/chat-model.ts';
import { buildKernel } from '../src/main/kernel.ts';
import { News } from '../src/feature/news.ts';
import { openEmbedded } from '../src/main/stores.ts';
import { systemClock } from '../src/time/clock.ts';
import type { Clock } from '../src/time/clock.ts';
import { Features } from '../src/feature/features.ts';

/** The real clock, seen from another moment: a burst at seven o'clock need not wait for the morning. */
export class ShiftedClock implements Clock {
  #aheadMs: number;

  constructor(nowMs: number) {
    this.#aheadMs = nowMs - systemClock.now();
  }

  set(nowMs: number): void {
    this.#aheadMs = nowMs - systemClock.now();
  }

  now(): number {
    return systemClock.now() + this.#aheadMs;
  }

  elapsed(): number {
    return systemClock.elapsed();
  }

  until(when: number, signal?: AbortSignal): Promise<void> {
    return systemClock.until(when - this.#aheadMs, signal);
  }
}

export const ZONE = 'Europe/London';

/** The values of the desk's system prompt. */
const SETTING = {
  CHANNEL: 'bench',
  DESK_TITLE: 'bench',
  LANGUAGE: 'bench',
  NOTES: 'bench',
  NOW: 'bench',
  STORY: 'bench',
};

const instantModel: ChatModel = {
  reply: async () => ({
    text: 'The diary has nothing for this morning.',
    toolCalls: [],
    finish: 'stop',
    usage: { input: 400, output: 10 },
    servedBy: { provider: 'bench', model: 'instant', languageModel: false },
  }),
};

export function openKernel(home: string, clock: Clock, slots: number, model: ChatModel = instantModel) {
  const { config } = readConfig(
    {
      NIGHTDESK_HOME: home,
      NIGHTDESK_TZ: ZONE,
      NIGHTDESK_MAX_CONCURRENT_RUNS: String(slots),
      LOG_LEVEL: 'warn',
    },
    home,
  );
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  const stores = openEmbedded(config, clock, log);
  const news = new News();
  const features = new Features();
  features.add({ name: 'setting', setting: async () => ({ values: SETTING, material: {} }) });
  const kernel = buildKernel({
    config: { ...config, zone: ZONE },
    clock,
    log,
    stores,
    news,
    model,
    interpret: () => ({}),
    features,
  });
  const close = async () => {
    await kernel.cron.close();
    await kernel.conductor.close();
    await kernel.dispatcher.close(Promise.resolve());
    stores.close();
  };
  return { ...kernel, stores, news, close };
}
