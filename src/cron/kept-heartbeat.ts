/** The heartbeat with its settings and pending request stored in the desk's state. */
import { HEARTBEAT_EVERY_MS, Heartbeat } from './heartbeat.ts';
import type { HeartbeatDeps, HeartbeatSettings, SetHeartbeat } from './heartbeat.ts';
import type { Facts } from './kept-pause.ts';

const SETTINGS = 'heartbeat';
const WANTED = 'beat wanted';

/** The heartbeat with its settings kept in the store, so that they survive a restart. */
export function keptHeartbeat(
  facts: Facts,
  deps: Omit<HeartbeatDeps, 'settings' | 'request'> & {
    /** Another desk may be the one that beats. */
    readonly changed: () => void;
  },
) {
  /** By default on, at the usual interval. */
  const settings = async (): Promise<HeartbeatSettings> => {
    const kept = await facts.get(SETTINGS);
    return kept === undefined
      ? { enabled: true, everyMs: HEARTBEAT_EVERY_MS }
      : (JSON.parse(kept) as HeartbeatSettings);
  };
  const request = {
    get: async () => (await facts.get(WANTED)) === 'true',
    set: (wanted: boolean) => facts.set(WANTED, String(wanted)),
  };
  const heartbeat = new Heartbeat({ ...deps, settings, request });
  const setHeartbeat: SetHeartbeat = async ({ enabled, everyMs }) => {
    const kept = { enabled, everyMs: everyMs ?? (await settings()).everyMs };
    await facts.set(SETTINGS, JSON.stringify(kept));
    heartbeat.changed();
    deps.changed();
    return kept;
  };
  return { heartbeat, setHeartbeat, beats: async () => (await settings()).enabled };
}
