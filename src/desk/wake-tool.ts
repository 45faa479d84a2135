import { z } from 'zod';
import type { SessionKey } from '../sessions/key.ts';
import { ToolRefusal, tool } from '../sessions/tool.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';
import { isDirect } from '../sessions/direct.ts';
import type { JobFinder } from './find-job.ts';
import { mustHaveAsked, mustHaveSaid } from '../feature/person-asked.ts';
import { refusing } from '../feature/refusing.ts';
import { hasHan } from '../text/chinese/has-han.ts';

interface WakeDeps extends JobFinder {
  readonly mainSession: SessionKey;
  readonly zone: string;
}

/** "Next heartbeat, please check the calendar", 「下次心跳睇下日曆」 */
const ASKED = [
  /^(?:please |pls )?(?:(?:at|on|for|with) )?(?:the |your )?next heartbeat\s*[,:]?\s+(?:please\s+)?(?<text>\S.*)$/iu,
  /^(?:please |pls )?(?!(?:what|when|which|who|why|how|is|are|does|do|did|will)\b)(?<text>\S.*?),? (?:at|on|with) (?:the |your )?next heartbeat(?:,? please)?$/iu,
  /^(?:唔該|請|麻煩)?(?:喺|在|於)?下(?:一)?次心跳(?:嗰陣|嘅時候|時)?[，,：:\s]*(?:唔該|請)?(?<text>(?!係|是|喺|幾時|何時)\S.*)$/u,
];

function askedFor(said: string): { mode: 'next-heartbeat'; text: string } | undefined {
  const plain = said.replace(/[\s.!。！]+$/u, '');
  if (/[?？]$/u.test(plain)) return undefined;
  const text = ASKED.map((form) => form.exec(plain)?.groups?.['text']).find((one) => one !== undefined);
  return text === undefined ? undefined : { mode: 'next-heartbeat', text };
}

/** Sends an event to the desk's own session, for its next heartbeat or an immediate one. */
export function wakeTool({ cron, guildOf, mainSession, zone }: WakeDeps): Tool {
  return tool({
    name: 'wake',
    description:
      "Put a line before the desk's own session: `next-heartbeat` leaves it for the next heartbeat, `now` has " +
      'the desk look at once. Only when somebody asks for it. Give the `text` on; it is in the language of the question.',
    args: z.strictObject({
      mode: z.enum(['now', 'next-heartbeat']),
      text: z.string().trim().min(1).max(8_000),
    }),
    asked: askedFor,
    run: async ({ mode, text }, context) => {
      mustHaveAsked(context, 'wake', 'wake the desk');
      mustHaveSaid(context, text, 'message');
      mustReach(context, mainSession, await guildOf(mainSession));
      const woken = await refusing(zone, () => cron.wake(mode, text, context.mark(`told the desk: ${text}`)));
      return { ...woken, text: sayWoken(mode, woken.remark, hasHan(context.said)) };
    },
  });
}

function sayWoken(mode: 'now' | 'next-heartbeat', remark: string | undefined, zh: boolean): string {
  if (zh) {
    const when = mode === 'now' ? '而家就會處理' : '下次心跳時會處理';
    return `已交給編輯台自己的對話，${remark === undefined ? when : '但目前不會有心跳，恢復後才會處理'}。`;
  }
  const when = mode === 'now' ? 'now' : 'at its next heartbeat';
  return `Left for the desk's own session, which looks at it ${when}.${remark === undefined ? '' : ` Mind: ${remark}.`}`;
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
