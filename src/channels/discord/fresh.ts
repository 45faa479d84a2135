import type { Message } from 'discord.js';
import type { SessionKey } from '../../sessions/key.ts';
import type { DiscordDeps } from './discord-deps.ts';

/** How recent a missed mention must be to be answered. */
const FRESH_MS = 10 * 60_000;

/**
 * Whether a missed mention is to be answered. By a clock that was ahead it may have been too old for that before, and stand
 * in the transcript as talk.
 */
export async function isFresh(
  { id, createdTimestamp }: Message,
  session: SessionKey,
  { clock, intake }: Pick<DiscordDeps, 'clock' | 'intake'>,
): Promise<boolean> {
  return createdTimestamp > clock.now() - FRESH_MS && !(await intake.isRecorded(session, id));
}
