import type { Kernel } from '../../feature/kernel.ts';
import { deskChannel, storyChannels } from './edition-channels.ts';
import { EditionError } from './edition.ts';
import type { Edition } from './edition.ts';
import { channelOf, chatIdOf } from '../../sessions/key.ts';
import { CronError } from '../../cron/cron-error.ts';
import type { Job } from '../../cron/job.ts';
import { parseDuration } from '../../time/duration.ts';

/**
 * Create an edition's desk channel, story channels and scheduled jobs, once; later changes by people are kept.
 * Schedules may be relative to the desk's first start.
 * @throws EditionError for a schedule that no job can have, as with a profile that there is not.
 */
export async function setUpJobs(
  edition: Edition,
  {
    cron,
    stores,
    clock,
  }: Pick<Kernel, 'cron' | 'clock'> & { readonly stores: Pick<Kernel['stores'], 'sessions' | 'state'> },
): Promise<void> {
  const desk = deskChannel(edition);
  const nowMs = clock.now();
  // Everything else about them comes from their platform.
  for (const key of [desk, ...storyChannels(edition)]) {
    const origin = { channel: channelOf(key), chatId: chatIdOf(key) };
    await stores.sessions.open({ key, origin, title: chatIdOf(key) }, nowMs);
  }
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
        : {
            kind: 'every',
            everyMs: Math.max(everyMs, cron.minIntervalMs),
            anchorMs: nowMs + (parseDuration(startAfter ?? '') ?? everyMs),
          };
    const adding = cron.addOnce(
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
      // The desk may have ended before it noted that this is done.
      { isSame: (job) => job.name === name && isOf(edition, job) },
    );
    await adding.catch((cause: unknown) => {
      if (!(cause instanceof CronError)) throw cause;
      throw new EditionError('invalid', `edition ${edition.name}: schedule "${name}": ${cause.message}`, {
        cause,
      });
    });
    await stores.state.set(done, String(nowMs));
  }
}

function isOf({ name }: Edition, { createdBy }: Job): boolean {
  return createdBy?.kind === 'gateway' && createdBy.id === name;
}
