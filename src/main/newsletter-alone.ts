/** Newsletters where no desk runs: made, looked at and sent in this process, which holds the home meanwhile. */
import type { Config } from '../config/config.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';
import { deskChannel } from '../newsroom/edition/edition-channels.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import { claimHome } from '../store/home-lock.ts';
import { systemClock } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { openAlone } from './alone.ts';
import { openLog } from './logging.ts';

interface Opened {
  readonly methods: RpcMethods;
  /** Resolves when what it has posted is out, as far as it can be. */
  sent(): Promise<void>;
  close(): Promise<void>;
}

/** What is left of newsletters of before is left alone. @throws HomeLocked, ConfigError, EditionError, StoreError */
// ts-unused-exports:disable-next-line
export async function openNewsletters({
  config,
  clock = systemClock,
}: {
  readonly config: Config;
  readonly clock?: Clock;
}): Promise<Opened> {
  const { log } = openLog(config, true);
  const lock = await claimHome(config.paths.lock, { pid: process.pid, holder: 'command', clock });
  const alone = await openAlone(lock, { config, clock, log });
  try {
    await alone.kernel.conductor.recover(() => false);
    // A desk has it from its first start on.
    const key = deskChannel(alone.edition);
    const origin = { channel: channelOf(key), chatId: chatIdOf(key) };
    await alone.stores.sessions.open({ key, origin, title: chatIdOf(key) }, clock.now());
  } catch (error) {
    await alone.close();
    throw error;
  }
  return {
    methods: alone.methods(),
    sent: async () => {
      alone.kernel.dispatcher.poke();
      await alone.kernel.dispatcher.idle();
    },
    close: alone.close,
  };
}
