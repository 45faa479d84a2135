/**
 * Keeps Chinese in one script. A Traditional Chinese edition uses Hong Kong's, whatever its writer and sources use;
 * claims are looked up across scripts.
 */
import { inHongKongScript } from '../../text/chinese/hong-kong.ts';
import type { ClaimsReport, Passage } from '../model/claim.ts';
import type { Assignment } from '../model/assignment.ts';
import type { MendReply } from './mend-reply.ts';
import type { WorkerResult } from '../model/worker-result.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';
import type { WrittenLanguage } from '../../time/locale.ts';

/** Other people's texts keep their wording. */
const SCRIPT_ONLY = { wording: false } as const;

interface ResultInScript {
  /** The same object when nothing was Simplified. */
  readonly result: WorkerResult;
  /** The fields that were converted, for the log. */
  readonly repaired: readonly string[];
}

/** Convert a worker's result to the edition's script. URLs stay unchanged. */
export async function resultInScript(
  result: WorkerResult,
  language: WrittenLanguage,
): Promise<ResultInScript> {
  if (language !== 'zh-Hant-HK') return { result, repaired: [] };
  const { draft } = result;
  const title = await inHongKongScript(result.title);
  const body = await inHongKongScript(draft.body);
  const card_prompt = draft.card_prompt && (await inHongKongScript(draft.card_prompt));
  const infographic_prompt = draft.infographic_prompt && (await inHongKongScript(draft.infographic_prompt));
  const changed = [
    ...(title === result.title ? [] : ['title']),
    ...(body === draft.body ? [] : ['draft.body']),
    ...(card_prompt === draft.card_prompt ? [] : ['draft.card_prompt']),
    ...(infographic_prompt === draft.infographic_prompt ? [] : ['draft.infographic_prompt']),
  ];
  if (changed.length === 0) return { result, repaired: [] };
  const converted = {
    ...draft,
    body,
    ...(draft.card_prompt !== undefined && { card_prompt }),
    ...(draft.infographic_prompt !== undefined && { infographic_prompt }),
  };
  return {
    result: { ...result, title, report_char_count: body.length, draft: converted },
    repaired: changed.map((field) => `${field} had Simplified Chinese in it`),
  };
}

/** Convert a reporter's new sentences to the edition's script; what it quotes stays as in the sources. */
export async function mendsInScript(reply: MendReply, language: WrittenLanguage): Promise<MendReply> {
  if (language !== 'zh-Hant-HK') return reply;
  const sentences = reply.sentences.map(async (one) =>
    one.text ? { ...one, text: await inHongKongScript(one.text) } : one,
  );
  return { sentences: await Promise.all(sentences) };
}

/** Convert a job's texts for readers and editors. */
export async function jobInScript(job: Assignment, language: WrittenLanguage): Promise<Assignment> {
  if (language !== 'zh-Hant-HK') return job;
  const title = await inHongKongScript(job.story.title);
  return title === job.story.title ? job : { ...job, story: { ...job.story, title } };
}

/** Convert a pack's titles and outlets for listing. Its texts stay as they were read. */
export async function listedInScript(pack: SourcePack, language: WrittenLanguage): Promise<SourcePack> {
  if (language !== 'zh-Hant-HK') return pack;
  const sources = pack.sources.map(async (source): Promise<Source> => {
    const title = await inHongKongScript(source.title, SCRIPT_ONLY);
    const outlet = await inHongKongScript(source.outlet, SCRIPT_ONLY);
    return title === source.title && outlet === source.outlet ? source : { ...source, title, outlet };
  });
  return { ...pack, sources: await Promise.all(sources) };
}

/**
 * Convert a pack's texts for looking up claims, so that words, names and units are read like the story's. Offsets
 * stay valid; a text whose length would change is left.
 */
export async function packInScript(pack: SourcePack, language: WrittenLanguage): Promise<SourcePack> {
  if (language !== 'zh-Hant-HK') return pack;
  const sources = pack.sources.map(async (source): Promise<Source> => {
    const text = await inHongKongScript(source.text, SCRIPT_ONLY);
    const title = await inHongKongScript(source.title, SCRIPT_ONLY);
    return {
      ...source,
      text: text.length === source.text.length ? text : source.text,
      title: title.length === source.title.length ? title : source.title,
    };
  });
  return { ...pack, sources: await Promise.all(sources) };
}

/** Restore verbatim quotations of the sources in a report. */
export function quotingWordForWord(report: ClaimsReport, pack: SourcePack): ClaimsReport {
  const claims = report.claims.map(({ passage, ...claim }) =>
    passage ? { ...claim, passage: passageWordForWord(passage, pack) } : claim,
  );
  return { ...report, claims };
}

/** The passage as its source was read, whatever script was used for the lookup. */
export function passageWordForWord(passage: Passage, { sources }: SourcePack): Passage {
  const source = sources.find(({ n }) => n === passage.n);
  const whole = passage.title ? source?.title : source?.text;
  const { offset, length } = passage;
  return whole === undefined ? passage : { ...passage, quote: whole.slice(offset, offset + length) };
}
