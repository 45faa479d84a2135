/** Puts what a worker wrote into this desk's notation, before anything judges it. It changes no words. */
import { plainCitations } from '../../text/plain-citations.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { WorkerResult } from '../model/worker-result.ts';
import type { MendReply } from './mend-reply.ts';

interface PlainResult {
  /** The same object when nothing was to be changed. */
  readonly result: WorkerResult;
  /** What was changed, for the log. */
  readonly repaired: readonly string[];
}

/** The result with its body's citations as `[1][2]`. */
export function plainResult(result: WorkerResult, pack: SourcePack): PlainResult {
  const body = citedPlainly(result.draft.body, pack);
  if (body === result.draft.body) return { result, repaired: [] };
  return {
    result: { ...result, report_char_count: body.length, draft: { ...result.draft, body } },
    repaired: ['draft.body had citations in another form than [n]'],
  };
}

/** A reporter's answer with the citations of its sentences as `[1][2]`. */
export function plainMends({ sentences }: MendReply, pack: SourcePack): MendReply {
  return {
    sentences: sentences.map((one) =>
      typeof one.text === 'string' ? { ...one, text: citedPlainly(one.text, pack) } : one,
    ),
  };
}

function citedPlainly(text: string, { sources }: SourcePack): string {
  const numbers = new Set(sources.map(({ n }) => n));
  return plainCitations(text, (n) => numbers.has(n));
}
