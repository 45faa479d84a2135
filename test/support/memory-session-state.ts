import type { SessionStateBook } from '../../src/sessions/session-state.ts';

/** What features keep of sessions, in memory. */
export function memorySessionState(): SessionStateBook {
  const kept = new Map<string, string>();
  const keyOf = (session: string, feature: string) => `${session} ${feature}`;
  return {
    get: async (session, feature) => JSON.parse(kept.get(keyOf(session, feature)) ?? 'null') as unknown,
    set: async (session, feature, state) => void kept.set(keyOf(session, feature), JSON.stringify(state)),
  };
}
