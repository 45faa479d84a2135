import { z } from 'zod';
import type { SessionKey } from '../sessions/key.ts';
import { ToolRefusal, tool } from '../sessions/tool.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';
import { isDirect } from '../sessions/direct.ts';
import type { JobFinder } from './find-job.ts';
import { mustHaveAsked, mustHaveSaid } from '../feature/person-asked.ts';
import { refusing } from '../feature/refusing.ts';

interface WakeDeps extends JobFinder {
  readonly mainSession: SessionKey;
  readonly zone: string;
}

/** Sends an event to the desk's own session, for its next heartbeat or an immediate one. */
export function wakeTool({ cron, guildOf, mainSession, zone }: WakeDeps): Tool {
  return tool({
    name: 'wake',
    description:
      "Put a line before the desk's own session: `next-heartbeat` leaves it for the next heartbeat, `now` has " +
      'the desk look at once. Only when somebody asks for it.',
    args: z.strictObject({
      mode: z.enum(['now', 'next-heartbeat']),
      text: z.string().trim().min(1).max(8_000),
    }),
    run: async ({ mode, text }, context) => {
      mustHaveAsked(context, 'wake', 'wake the desk');
      mustHaveSaid(context, text, 'message');
      mustReach(context, mainSession, await guildOf(mainSession));
      return refusing(zone, () => cron.wake(mode, text, context.mark(`told the desk: ${text}`)));
    },
  });
}

/**
 * Servers stay apart, and somebody who writes directly is on none.
 * @param home the server of the desk's own session, where it has one.
 */
function mustReach(
  { actor, session }: Pick<ToolContext, 'actor' | 'session'>,
  mainSession: SessionKey,
  home: string | undefined,
): void {
  const { guild } = actor;
  if (session === mainSession) return;
  if (guild !== undefined && home !== undefined && home !== guild)
    throw new ToolRefusal("the desk's own session is in another server");
  if (isDirect({ actor, session }))
    throw new ToolRefusal("the desk's own session is not for direct messages");
}
