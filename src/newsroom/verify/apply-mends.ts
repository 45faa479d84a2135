/** Applies a reporter's answer about doubted sentences to the story. Only those sentences change. */
import { citedSentences } from '../../text/cited-sentences.ts';
import { languageOf } from '../model/language.ts';
import type { MendReply } from './mend-reply.ts';
import { tidied, withCitations } from './repair-claims.ts';
import type { SentenceVerdict, SentenceVerdicts } from './sentence-verdicts.ts';
import type { StoryText } from './verify-claims.ts';
import { writtenMend } from './written-mend.ts';

export interface Mend {
  readonly before: string;
  /** The new sentence; empty when the reporter removed it. */
  readonly after: string;
}

export interface Mended extends StoryText {
  readonly mends: readonly Mend[];
  /** The verdicts so far; for kept sentences, the reporter's passages are added. */
  readonly verdicts: SentenceVerdicts;
}

/** @param asked the numbers of the sentences that the reporter was shown; answers about others are ignored */
export function applyMends(
  { title, body }: StoryText,
  reply: MendReply,
  asked: readonly number[],
  verdicts: SentenceVerdicts,
): Mended {
  const answers = new Map(reply.sentences.toReversed().map((answer) => [answer.i, answer]));
  const known = new Map<string, SentenceVerdict>(verdicts);
  const mends: Mend[] = [];
  /** A sentence's new text, citations included; undefined when it is unchanged. */
  const anew = (i: number, before: string, old: string): string | undefined => {
    const answer = asked.includes(i) ? answers.get(i) : undefined;
    const text = typeof answer?.text === 'string' ? writtenMend(answer.text, i, old) : undefined;
    const isNew = text !== undefined && text !== old.trim() && text !== before;
    // New text may come with the passages for it.
    if (answer?.keep && answer.keep.length > 0 && !(isNew && text !== '')) {
      const otherwise = verdicts.get(before);
      known.set(before, {
        ...{ verdict: 'supported', passages: answer.keep, by: 'reporter' },
        ...(otherwise && { otherwise }),
      });
      return undefined;
    }
    if (!isNew || isInAnotherLanguage(text, before)) return undefined;
    mends.push({ before, after: text });
    return text;
  };
  let written = '';
  let from = 0;
  citedSentences(body).forEach(({ text, start, end, cites }, at) => {
    const old = body.slice(start, end);
    const after = anew(at + 1, text, old);
    if (after === undefined) return;
    const isCited = /\[\d{1,2}\]/.test(after);
    written += body.slice(from, start) + (after === '' || isCited ? after : withCitations(after, cites));
    from = end;
  });
  written += body.slice(from);
  const hasHoles = mends.some(({ after }) => after === '');
  return {
    title: anew(0, title, title) || title,
    body: hasHoles ? tidied(written) : written,
    mends,
    verdicts: known,
  };
}

function isInAnotherLanguage(text: string, before: string): boolean {
  const [now, then] = [languageOf(text), languageOf(before)];
  return (now === 'zh' && then === 'en') || (now === 'en' && then === 'zh');
}
