import type { SessionStateBook } from '../../src/sessions/session-state.ts';

/** What features keep of sessions, in memory. */
export function memorySessionState(): SessionStateBook {
  const kept = new Map<string, string>();
  const keyOf = (session: string, feature: string) => `${session} ${feature}`;
  const stateOf = (key: string) => JSON.parse(kept.get(key) ?? 'null') as unknown;
  return {
    get: async (session, feature) => stateOf(keyOf(session, feature)),
    set: async (session, feature, state) => void kept.set(keyOf(session, feature), JSON.stringify(state)),
    change: async (session, feature, decide) => {
      const key = keyOf(session, feature);
      const { state, result } = decide(stateOf(key));
      if (state !== undefined) kept.set(key, JSON.stringify(state));
      return result;
    },
  };
}
