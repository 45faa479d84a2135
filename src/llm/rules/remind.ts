/** What a scheduled message asks for: the list of what was posted or noted, or else a reminder of its words. */
import { z } from 'zod';
import { readsAsCjk } from '../../text/cjk.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { answerWith, languageOf } from './chat.ts';
import { intentOf } from './chat-intent.ts';
import { sayText } from './desk-reply.ts';
import { readMaterial, toolTalk } from './tool-talk.ts';

const Material = z.object({ message: z.string() });
const ALREADY =
  /^\s*(?:please\s+)?(?:remind (?:me|us|everyone|everybody|the (?:desk|team))(?: that| to| about| of)?|(?:a )?reminder(?: that| to)?|提醒(?:我哋|我們|大家|我|各位)?)\s*[:：,，]?\s*/iu;

/** "Tell us what was posted today" */
const TELL =
  /^\s*(?:please\s+)?(?:tell|show|give|send)(?: (?:me|us|everyone|everybody|the (?:desk|team|channel)))?\s+|^\s*(?:話|告訴|報告)(?:畀|俾|給)?(?:我哋|我們|大家|我|各位)?(?:知|聽)?/iu;
const NOBODY = { desk: false, tools: [] };

/** "remind us to check the diary" becomes "Reminder: check the diary." */
export function remind(request: ModelRequest): ModelReply {
  const { message } = readMaterial(Material, request);
  const intent = intentOf(message.replace(TELL, ''), NOBODY);
  if (
    (intent.kind === 'stories' || intent.kind === 'notes') &&
    request.tools.some(({ name }) => name === intent.kind)
  )
    return answerWith(intent, request, toolTalk(request), languageOf(message));
  const plain = message.replace(ALREADY, '').trim() || message.trim();
  const ended = /[.!?…。！？)）\]`>*:]$/u.test(plain) || plain.includes('\n');
  if (readsAsCjk(plain)) return sayText(`提醒：${plain}${ended ? '' : '。'}`);
  return sayText(`Reminder: ${plain}${ended ? '' : '.'}`);
}
