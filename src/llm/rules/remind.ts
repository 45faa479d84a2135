/** The text of a scheduled reminder. */
import { z } from 'zod';
import { readsAsCjk } from '../../text/cjk.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { sayText } from './desk-reply.ts';
import { readMaterial } from './tool-talk.ts';

const Material = z.object({ message: z.string() });
const ALREADY =
  /^\s*(?:please\s+)?(?:remind (?:me|us|everyone|everybody|the (?:desk|team))(?: that| to| about)?|(?:a )?reminder(?: that| to)?|提醒(?:我哋|我們|大家|我|各位)?)\s*[:：,，]?\s*/iu;

/** "remind us to check the diary" becomes "Reminder: check the diary." */
export function remind(request: ModelRequest): ModelReply {
  const { message } = readMaterial(Material, request);
  const plain = message.replace(ALREADY, '').trim() || message.trim();
  const ended = /[.!?…。！？)）\]`>*:]$/u.test(plain) || plain.includes('\n');
  if (readsAsCjk(plain)) return sayText(`提醒：${plain}${ended ? '' : '。'}`);
  return sayText(`Reminder: ${plain}${ended ? '' : '.'}`);
}
