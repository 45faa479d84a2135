/**
 * The language model of a chaos: it plans, writes, checks and briefs as the loopbacks do, and answers whoever says
 * a word with that word.
 */
import { briefBrain, briefPurpose } from '../support/models/gemini-brief.ts';
import { newsroomBrain } from '../support/models/gemini-newsroom.ts';
import type { GeminiRequest } from '../support/models/loopback-gemini.ts';
import { says } from '../support/models/loopback-gemini-script.ts';
import type { GeminiReply } from '../support/models/loopback-gemini-script.ts';

const WORD = /\b(?:heron|tide)-\d+\b/gu;

export function chaosBrain(): (request: GeminiRequest) => GeminiReply {
  const newsroom = newsroomBrain(1);
  return (request) => {
    if (briefPurpose(request) !== undefined) return briefBrain(request);
    try {
      return newsroom(request);
    } catch {
      return says(answerTo(request)); // it is no prompt of a newsroom
    }
  };
}

function answerTo({ body }: GeminiRequest): string {
  const asked = body?.contents.findLast(({ role }) => role === 'user')?.parts ?? [];
  const words = asked.flatMap(({ text = '' }) => text.match(WORD) ?? []);
  return words.length > 0 ? `You said ${words.at(-1)}.` : 'I am here.';
}
