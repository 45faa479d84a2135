import type { Cron } from '../cron/cron.ts';
import type { Edition } from '../newsroom/edition.ts';
import { sessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { parseDuration } from '../time/duration.ts';
import type { Clock } from '../time/clock.ts';
import type { Stores } from './stores.ts';

/** The channel where an edition's planners work. */
export function deskChannel(edition: Edition): SessionKey {
  return edition.desk.discord
    ? sessionKey('discord', edition.desk.discord)
    : sessionKey('console', edition.desk.console ?? 'desk');
}

/**
 * Give an edition its desk channel and its scheduled jobs, once: what people change or remove afterwards stays
 * changed. A schedule may count from the desk's first start.
 */
export async function setUpJobs(
  edition: Edition,
  house: { cron: Cron; stores: Pick<Stores, 'state' | 'sessions'>; clock: Clock },
): Promise<void> {
  const { cron, stores, clock } = house;
  const desk = deskChannel(edition);
  const nowMs = clock.now();
  const [channel, chatId] = [desk.split(':')[0]!, desk.split(':')[1]!];
  await stores.sessions.open({ key: desk, origin: { channel, chatId }, title: chatId }, nowMs);
  for (const {
    name,
    profile,
    every,
    cron: expr,
    tz,
    startAfter,
    quiet,
    timeoutSeconds,
  } of edition.schedules) {
    const done = `set up: ${edition.name}: ${name}`;
    if (await stores.state.get(done)) continue;
    const everyMs = every === undefined ? undefined : parseDuration(every);
    const schedule =
      everyMs === undefined
        ? { kind: 'cron', expr, tz: tz ?? edition.zone }
        : { kind: 'every', everyMs, anchorMs: nowMs + (parseDuration(startAfter ?? '') ?? everyMs) };
    await cron.add(
      {
        name,
        schedule,
        sessionTarget: 'bound',
        payload: {
          kind: 'agentTurn',
          message: `Plan the next stories of ${edition.title}.`,
          sessionKey: desk,
          profile,
          ...(timeoutSeconds !== undefined && { timeoutSeconds }),
        },
        ...(quiet !== undefined && { policy: { quiet } }),
      },
      { kind: 'gateway', id: edition.name, name: 'the edition' },
    );
    await stores.state.set(done, String(nowMs));
  }
}
