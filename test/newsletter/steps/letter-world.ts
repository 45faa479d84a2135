/** The sample world for the steps of a newsletter: real feeds and pages on loopback, a real pool, the newsroom's own parts. */
import { join, resolve } from 'node:path';
import { afterEach } from 'vitest';
import { Prompts } from '../../../src/agent/prompts.ts';
import type { ChatModel } from '../../../src/llm/chat-model.ts';
import { stepPorts, type StepPorts } from '../../../src/newsletter/newsroom-ports.ts';
import { programFiles } from '../../../src/config/program-files.ts';
import type { StepOutputs } from '../../../src/newsletter/model/outputs.ts';
import type { StepName, StepResult } from '../../../src/newsletter/model/steps.ts';
import { clusterTopics } from '../../../src/newsletter/steps/cluster-topics.ts';
import { downloadArticles } from '../../../src/newsletter/steps/download-articles.ts';
import { draftSections } from '../../../src/newsletter/steps/draft-sections.ts';
import { extractSummaries } from '../../../src/newsletter/steps/extract-summaries.ts';
import { filterUrls } from '../../../src/newsletter/steps/filter-urls.ts';
import { finalize } from '../../../src/newsletter/steps/finalize.ts';
import { gatherUrls } from '../../../src/newsletter/steps/gather-urls.ts';
import { selectSections } from '../../../src/newsletter/steps/select-sections.ts';
import { readEdition } from '../../../src/newsroom/edition/edition.ts';
import { liveEdition } from '../../../src/newsroom/edition/live-edition.ts';
import type { Edition } from '../../../src/newsroom/edition/edition.ts';
import { Inputs } from '../../../src/newsroom/intake/inputs.ts';
import { startSampleServer } from '../../../src/newsroom/sample/sample-server.ts';
import { WorkerExtractor } from '../../../src/newsroom/sources/worker-extractor.ts';
import { openPool } from '../../../src/store/sqlite/open-pool.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { UndiciFetcher } from '../../../src/web-fetch/undici-fetcher.ts';
import { aRouter } from '../../llm/a-router.ts';
import { geminiAt } from '../../llm/gemini/gemini-stand.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { LoopbackGemini, type GeminiRequest } from '../../support/models/loopback-gemini.ts';
import type { GeminiReply } from '../../support/models/loopback-gemini-script.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
export const EPOCH = Date.UTC(2026, 10, 20, 7);
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** A model of which a test says what it answers; none: the desk model alone. */
export interface WorldTerms {
  readonly edition?: Partial<Edition>;
  readonly model?: ChatModel;
}

/** The sample edition over its own world. */
export async function sampleWorld({ edition: changes = {}, model }: WorldTerms = {}) {
  const clock = new FakeClock(EPOCH);
  const directory = join(programFiles.samples);
  const server = await startSampleServer({ directory, port: 0, epochMs: EPOCH, clock });
  ending.push(() => server.close());
  const sample = readEdition('sample', [resolve('data/editions')]);
  return worldOn(server.port, liveEdition({ ...sample, ...changes }, server.port), clock, model);
}

/** An edition over whatever a loopback port serves. */
export function worldOn(port: number, edition: Edition, clock: FakeClock, model?: ChatModel) {
  const pool = openPool({ path: ':memory:', clock, log });
  const fetcher = new UndiciFetcher({
    clock: systemClock,
    version: '0',
    allowPrivate: [`*.localhost:${port}`],
  });
  const extractor = new WorkerExtractor({ clock: systemClock });
  const inputs = new Inputs({ edition, pool, fetcher, clock, log });
  ending.push(
    () => pool.close(),
    () => fetcher.close(),
    () => extractor.close(),
    () => inputs.close(),
  );
  const prompts = Prompts.read([programFiles.prompts], edition.language);
  const none: ChatModel = {
    reply: () => Promise.reject(new Error('nobody is asked without a language model')),
  };
  const deps = stepPorts({
    ...{ edition, clock, pool, inputs, fetcher, extractor, prompts },
    models: { model: model ?? none, serves: () => model !== undefined },
  });
  return { clock, pool, inputs, deps, edition };
}

export const signal = () => new AbortController().signal;

/** The steps one after the other, rated by their tier and age: what another room does with more care. */
export async function wholeLine(deps: StepPorts, told: readonly string[] = []) {
  const results: Partial<Record<StepName, StepResult<unknown>>> = {};
  const done = <T>(name: StepName, result: StepResult<T>): T => {
    results[name] = result;
    return result.output;
  };
  const stop = signal();
  const gather_urls = done('gather_urls', await gatherUrls({ nowMs: EPOCH }, deps, stop));
  const filter_urls = done('filter_urls', await filterUrls({ gather_urls, told }, deps, stop));
  const download_articles = done('download_articles', await downloadArticles({ filter_urls }, deps, stop));
  const extract_summaries = done(
    'extract_summaries',
    await extractSummaries({ download_articles }, deps, stop),
  );
  const rate_articles = rated(download_articles);
  const rest = { download_articles, extract_summaries, rate_articles };
  const cluster_topics = done('cluster_topics', await clusterTopics(rest, deps, stop));
  const select_sections = done(
    'select_sections',
    await selectSections({ ...rest, cluster_topics }, deps, stop),
  );
  const drafts = { ...rest, cluster_topics, select_sections };
  const draft_sections = done('draft_sections', await draftSections(drafts, deps, stop));
  const terms = { draft_sections, session: 'newsletter_20261120', issuedAtMs: EPOCH };
  const finalize_newsletter = done('finalize_newsletter', await finalize(terms, deps, stop));
  const outputs = { gather_urls, filter_urls, ...drafts, draft_sections, finalize_newsletter };
  return { outputs: outputs satisfies StepOutputs, results };
}

export function rated({ articles }: StepOutputs['download_articles']): StepOutputs['rate_articles'] {
  const ratings = articles.map(({ url, tier = 4, publishedAtMs = 0 }) => {
    const parts = { source: 4 - tier, recency: (publishedAtMs - EPOCH) / (7 * 86_400_000) };
    return { url, score: parts.source + parts.recency, parts };
  });
  return { ratings: ratings.sort((a, b) => b.score - a.score) };
}

/** The router over a Gemini on loopback, with the desk model behind it, as a desk has it. */
export async function geminiModel(answer: (request: GeminiRequest) => GeminiReply) {
  const gemini = await LoopbackGemini.start();
  ending.push(() => gemini.close());
  gemini.answer(answer);
  const { router } = aRouter({
    gemini: geminiAt({ baseUrl: gemini.baseUrl }, { clock: systemClock }),
    desk: [],
  });
  return { model: router, gemini };
}
