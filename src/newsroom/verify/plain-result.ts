/** Puts what a worker wrote into this desk's notation, before anything judges it. It changes no words of the story. */
import { plainCitations } from '../../text/plain-citations.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { WorkerResult } from '../model/worker-result.ts';
import type { MendReply } from './mend-reply.ts';
import { writtenBody } from './written-body.ts';

interface PlainResult {
  /** The same object when nothing was to be changed. */
  readonly result: WorkerResult;
  /** What was changed, for the log. */
  readonly repaired: readonly string[];
}

/** The result with its body alone, its line breaks as such, and its citations as `[1][2]`. */
export function plainResult(result: WorkerResult, pack: SourcePack): PlainResult {
  const written = result.draft.body;
  const broken = unescaped(written);
  const story = writtenBody(broken, result.title);
  const body = citedPlainly(story, pack);
  if (body === written) return { result, repaired: [] };
  return {
    result: { ...result, report_char_count: body.length, draft: { ...result.draft, body } },
    repaired: [
      ...(broken === written ? [] : ['draft.body was escaped twice']),
      ...(story === broken ? [] : ['draft.body had a title or an introduction']),
      ...(body === story ? [] : ['draft.body had citations in another form than [n]']),
    ],
  };
}

/** JSON that was escaped twice has `\\n` for every line break. Where there are real ones, too, the validator refuses it. */
function unescaped(body: string): string {
  if (body.includes('\n') || !body.includes('\\n')) return body;
  return body.replace(/(?:\\r)?\\n/gu, '\n').replaceAll('\\"', '"');
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
