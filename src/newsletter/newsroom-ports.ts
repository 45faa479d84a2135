/**
 * The ports of a newsletter's steps, filled from the newsroom's parts: its intake and pool, its fetcher and extractor,
 * its verification (`check-ports.ts`), and the configured models under the profiles of the registry.
 */
import { z } from 'zod';
import { Budget } from '../agent/budget.ts';
import type { Prompts } from '../agent/prompts.ts';
import { unlessAborted } from '../async/joined.ts';
import { askJson } from '../llm/ask-json.ts';
import { ModelError, type ChatModel, type Task } from '../llm/chat-model.ts';
import { plainJson, unfenced } from '../llm/fence.ts';
import { checksOf, claimsOf } from './check-ports.ts';
import type {
  LetterAnswer,
  LetterChecks,
  LetterClaims,
  LetterEdition,
  LetterIntake,
  LetterModel,
  LetterPages,
  LetterQuestion,
} from './steps/deps.ts';
import { categoryLabel } from '../newsroom/edition/category-label.ts';
import { canonicalCategory, categoryOf, editorsZone } from '../newsroom/edition/edition.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { Inputs } from '../newsroom/intake/inputs.ts';
import type { Pool } from '../newsroom/intake/pool/pool.ts';
import { windowLinks } from '../newsroom/intake/window-links.ts';
import { readPage, type Reading } from '../newsroom/sources/read-page.ts';
import { checkerAskedSchema, checkerReplySchema } from '../newsroom/verify/checker-reply.ts';
import { inHongKongScript } from '../text/chinese/hong-kong.ts';
import { wholeItems } from '../text/read-json.ts';
import { deadline, type Clock } from '../time/clock.ts';
import { localeOf } from '../time/locale.ts';
import { dayAndTime } from '../time/zone.ts';

export interface PortsDeps {
  readonly edition: Edition;
  readonly clock: Clock;
  readonly pool: Pool;
  readonly inputs: Pick<Inputs, 'update'>;
  readonly fetcher: Reading['fetcher'];
  readonly extractor: Reading['extractor'];
  readonly prompts: Pick<Prompts, 'render' | 'profile' | 'texts'>;
  readonly models: { readonly model: ChatModel; serves(task: Task): boolean };
  /** What receipts say that the calls belong to. */
  readonly session?: string | undefined;
}

/** Everything that the steps want but progress, which is its caller's. */
export interface StepPorts {
  readonly edition: LetterEdition;
  readonly intake: LetterIntake;
  readonly pages: LetterPages;
  readonly checks: LetterChecks;
  readonly claims: LetterClaims;
  readonly model: LetterModel;
}

export function stepPorts(deps: PortsDeps): StepPorts {
  const { clock, edition, prompts } = deps;
  const verification = { language: edition.language, clock, told: prompts.texts() };
  return {
    edition: letterEdition(deps.edition),
    intake: intakeOf(deps),
    pages: pagesOf(deps),
    checks: checksOf(verification),
    claims: claimsOf(verification, (text, signal) => checkerSays(text, deps, signal)),
    model: modelOf(deps),
  };
}

/** No edition has it: what no category's words speak of is in none. */
const NO_CATEGORY = '';

function letterEdition(edition: Edition): LetterEdition {
  const labels = new Map(edition.categories.map(({ name }) => [name, categoryLabel(name, edition)]));
  const kins = new Map(edition.categories.map(({ name, group }) => [labels.get(name)!, group]));
  return {
    title: edition.title,
    language: edition.language,
    zone: edition.zone,
    categories: [...labels.values()],
    categoryOf: (texts, promised) => {
      const feeds = promised === undefined ? undefined : canonicalCategory(edition, promised);
      const name = categoryOf({ ...edition, defaultCategory: NO_CATEGORY }, texts, feeds);
      return labels.get(name);
    },
    kinOf: (label) => kins.get(label),
  };
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'disabled']);

function intakeOf({ edition, pool, inputs }: PortsDeps): LetterIntake {
  const { brave, gdelt = [] } = edition.queries;
  const queries = [...(brave?.daily ?? []), ...(brave?.hourly ?? []), ...gdelt];
  return {
    sources: edition.feeds.length + queries.length,
    gather: async (sinceMs, signal) => {
      signal.throwIfAborted();
      const { feeds, searches } = await unlessAborted(inputs.update('daily'), signal);
      // A feed that failed rests a while: it is no better for that.
      const failed = [...feeds, ...searches].filter(
        ({ result, error }) => FAILED.has(result) || (result === 'not_due' && error !== undefined),
      );
      return {
        links: await windowLinks({ pool, edition }, sinceMs),
        failed: failed.map(({ label, result, error }) => ({ what: label, error: error ?? result })),
      };
    },
  };
}

function pagesOf({ pool, fetcher, extractor, clock }: PortsDeps): LetterPages {
  return { read: (url, signal) => readPage(url, { pool, fetcher, extractor, clock, signal }) };
}

const TASK = 'newsletter';

function modelOf(deps: PortsDeps): LetterModel {
  return {
    serves: () => deps.models.serves(TASK),
    ask: (question) => answered(question, deps),
  };
}

/** What the claims checker answers, or that there is no answer. */
async function checkerSays(text: string, deps: PortsDeps, signal: AbortSignal) {
  const question = { profile: 'checker', prompt: 'verify_v1', input: text, values: { CHECK: text } };
  const reply = await answered({ ...question, answer: checkerAskedSchema, signal }, deps);
  if (reply.kind === 'failed') return 'The checker didn’t answer.';
  const read = checkerReplySchema.safeParse(reply.value);
  return read.success ? read.data : 'The checker’s answer has another shape.';
}

/** A question under a profile of the registry; its prompt is the profile's unless it names one. */
interface Question extends Omit<LetterQuestion, 'profile'> {
  readonly profile: string;
  readonly prompt?: string;
}

async function answered(question: Question, deps: PortsDeps): Promise<LetterAnswer> {
  try {
    return await asked(question, deps);
  } catch (error) {
    question.signal.throwIfAborted();
    if (error instanceof ModelError) return { kind: 'failed' };
    throw error;
  }
}

async function asked(
  { profile: name, prompt: named = name, input, values, answer, signal }: Question,
  { edition, clock, prompts, models, session }: PortsDeps,
): Promise<LetterAnswer> {
  const { task, system, prompt = named, limits } = prompts.profile(name);
  const zone = editorsZone(edition);
  const said = {
    DESK_TITLE: edition.title,
    LANGUAGE: edition.language === 'en' ? 'British English' : 'Traditional Chinese (Hong Kong)',
    NOW: `${dayAndTime(clock.now(), zone)} (${zone})`,
    STYLE: edition.style.notes.map((note) => `- ${note}`).join('\n') || '- Plain words.',
    ...values,
  };
  const late = new ModelError('unavailable', `The model took longer than ${limits.timeout_seconds} s.`);
  const time = deadline(clock, clock.now() + limits.timeout_seconds * 1_000, late, signal);
  const asking = askJson(models.model, {
    task,
    system: prompts.render(system, said).text,
    text: prompts.render(prompt, { ...said, INPUT_JSON: plainJson(input, 1) }).text,
    material: input,
    answer: { name, schema: answer },
    read: z.unknown(),
    ...(edition.language !== 'en' && { inScript: inHongKongScript }),
    limits: { maxOutputTokens: limits.max_output_tokens, temperature: limits.temperature ?? 0 },
    spending: new Budget(limits, localeOf(edition.language)),
    ...(session !== undefined && { about: { session } }),
    signal: time.signal,
  });
  const reply = await asking.finally(() => time.clear());
  // The desk model may have answered in place of a language model.
  if (!reply.by?.languageModel) return { kind: 'failed' };
  const model = reply.by.model;
  if (reply.kind === 'answered') return { kind: 'answered', value: reply.value, model };
  // Every list is read item by item.
  const items = reply.because === 'cut_off' ? wholeItems(unfenced(reply.raw ?? '')) : [];
  return items.length > 0 ? { kind: 'answered', value: items, model } : { kind: 'failed' };
}
