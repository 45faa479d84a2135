/** A heartbeat: the token for "nothing to do", or the waiting system events. */
import { z } from 'zod';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { sayText } from './desk-reply.ts';
import { readMaterial } from './tool-talk.ts';

const Material = z.object({ events: z.array(z.string()) });
const NOTHING = 'HEARTBEAT_OK';

/** The system events verbatim, or the token. */
export function heartbeat(request: ModelRequest): ModelReply {
  const events = readMaterial(Material, request)
    .events.map((event) => event.trim())
    .filter((event) => event !== '');
  if (events.length === 0) return sayText(NOTHING);
  if (events.length === 1) return sayText(events.join());
  return sayText(events.map((event) => `- ${event}`).join('\n'));
}
