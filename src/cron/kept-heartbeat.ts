/** The heartbeat with its settings and pending request stored in the desk's state. */
import { HEARTBEAT_EVERY_MS, Heartbeat } from './heartbeat.ts';
import type { HeartbeatDeps, HeartbeatSettings, SetHeartbeat } from './heartbeat.ts';

interface Facts {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}

const SETTINGS = 'heartbeat';
const WANTED = 'beat wanted';

class KeptHeartbeat {
  readonly #facts: Facts;
  readonly request: NonNullable<HeartbeatDeps['request']>;

  constructor(facts: Facts) {
    this.#facts = facts;
    this.request = {
      get: async () => (await facts.get(WANTED)) === 'true',
      set: (wanted) => facts.set(WANTED, String(wanted)),
    };
  }

  /** By default on, at the usual interval. */
  async settings(): Promise<HeartbeatSettings> {
    const kept = await this.#facts.get(SETTINGS);
    return kept === undefined
      ? { enabled: true, everyMs: HEARTBEAT_EVERY_MS }
      : (JSON.parse(kept) as HeartbeatSettings);
  }

  /**
   * Store settings; without `everyMs` the interval stays.
   * @returns the resulting settings.
   */
  async keep({ enabled, everyMs }: { enabled: boolean; everyMs?: number }): Promise<HeartbeatSettings> {
    const settings = { enabled, everyMs: everyMs ?? (await this.settings()).everyMs };
    await this.#facts.set(SETTINGS, JSON.stringify(settings));
    return settings;
  }
}

/** The heartbeat with its settings kept in the store, so that they survive a restart. */
export function keptHeartbeat(
  facts: Facts,
  deps: Omit<HeartbeatDeps, 'settings' | 'request'> & {
    /** Another desk may be the one that beats. */
    readonly changed: () => void;
  },
) {
  const kept = new KeptHeartbeat(facts);
  const heartbeat = new Heartbeat({ ...deps, settings: () => kept.settings(), request: kept.request });
  const setHeartbeat: SetHeartbeat = async (request) => {
    const settings = await kept.keep(request);
    heartbeat.changed();
    deps.changed();
    return settings;
  };
  return { heartbeat, setHeartbeat, beats: async () => (await kept.settings()).enabled };
}
