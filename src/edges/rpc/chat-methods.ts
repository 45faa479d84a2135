import { z } from 'zod';
import { DeskError } from '../../sessions/desk-error.ts';
import type { Desk } from '../../desk/desk.ts';
import { GATEWAY } from '../../sessions/actor.ts';
import { isChat } from '../../sessions/traits-of.ts';
import { isBegunByClients } from './begun-by-clients.ts';
import { authorParam, keyParam, method } from '../../feature/rpc-method.ts';

/** `chat.send`: a person says something; the answer arrives as events and in the history. */
export function chatMethods({ desk }: { desk: Desk }) {
  return {
    'chat.send': method(
      {
        description:
          'Say something in a session, as its operator; the answer stands in the history of the session once it is there.',
        scope: 'admin',
        params: z.strictObject({
          sessionKey: keyParam,
          text: z.string(),
          author: authorParam.exactOptional(),
          clientId: z.string().min(1).max(100).exactOptional(),
        }),
        result: z.strictObject({ turnId: z.string() }),
        hints: { openWorld: true },
      },
      async ({ sessionKey: session, ...said }) => {
        // Only a platform opens its chats, because the gateway doesn't know whether a chat exists there.
        const isOpen = !isChat(session) || isBegunByClients(session);
        if (!isOpen && !(await desk.sessions()).some(({ key }) => key === session))
          throw new DeskError('not_found', `there is no session ${session}`);
        const { author } = said;
        return desk.say({ ...said, session }, author ? { ...GATEWAY, name: author.name } : GATEWAY);
      },
    ),
  };
}
