/** The nine steps, each given what earlier ones handed on and the parts of the newsroom that it asks. */
import { rateArticles } from './rate/rate-articles.ts';
import type { StepContext, Steps } from './step.ts';
import { clusterTopics } from './steps/cluster-topics.ts';
import { downloadArticles } from './steps/download-articles.ts';
import { draftSections } from './steps/draft-sections.ts';
import { extractSummaries } from './steps/extract-summaries.ts';
import { filterUrls } from './steps/filter-urls.ts';
import type { FilterStepDeps } from './steps/filter-urls.ts';
import { finalize } from './steps/finalize.ts';
import { gatherUrls } from './steps/gather-urls.ts';
import { selectSections } from './steps/select-sections.ts';
import { deskChannel } from '../newsroom/edition/edition-channels.ts';
import { categoryOf } from '../newsroom/edition/edition.ts';
import { excludedBy } from '../newsroom/intake/select/exclusions.ts';
import type { Kernel, KernelStores } from '../feature/kernel.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { askingModel } from '../llm/ask-about.ts';
import type { ModelDesk } from '../llm/ask-about.ts';
import type { NewsIntake } from '../newsroom/intake/open-intake.ts';
import type { Extractor } from '../newsroom/sources/article.ts';
import { stepPorts } from './newsroom-ports.ts';
import type { StepPorts } from './newsroom-ports.ts';

/** What the steps are made of. */
export interface StepsDeps extends Pick<Kernel, 'clock' | 'prompts'> {
  readonly stores: Pick<KernelStores, 'notes'>;
  readonly edition: Edition;
  readonly newsroom: { readonly intake: NewsIntake & { readonly extractor: Extractor } };
  readonly modelDesk: ModelDesk;
}

// ts-unused-exports:disable-next-line
export function newsletterSteps(deps: StepsDeps): Steps {
  const { edition, clock, newsroom, stores, prompts } = deps;
  const { topics, about, windowDays } = edition.newsletter;
  const { pool, inputs, fetcher, extractor } = newsroom.intake;
  const known = new Map<string, StepPorts>();
  /** Whom a newsletter's steps ask. */
  const deskOf = ({ newsletter: { model } }: StepContext): ModelDesk =>
    model === undefined ? deps.modelDesk : askingModel(deps.modelDesk, model);
  /** The same for all steps of a newsletter that ask the same model. */
  const of = (context: StepContext): StepPorts => {
    const { session, model } = context.newsletter;
    const key = JSON.stringify([session, model]);
    const desk = deskOf(context);
    const models = { model: desk.model, serves: desk.hasLanguageModel };
    const given = { edition, clock, pool, inputs, fetcher, extractor, prompts, models, session };
    const made = known.get(key) ?? stepPorts(given);
    known.clear();
    known.set(key, made);
    return made;
  };
  return {
    gather_urls: (context) =>
      gatherUrls({ nowMs: clock.now(), days: windowDays }, of(context), context.signal),
    filter_urls: async (context) => {
      const notes = await stores.notes.list(deskChannel(edition), clock.now());
      const excluded: FilterStepDeps['excluded'] = ({ category: promised, ...link }) => {
        const category = categoryOf(edition, [link.title, link.description], promised);
        return excludedBy(notes, { ...link, category }, clock.now())?.text;
      };
      const topic = about.length === 0 ? undefined : about.join('; ');
      const inputsOfStep = {
        gather_urls: await context.read('gather_urls'),
        told: await context.issued(),
        rules: { ...topics, ...(topic !== undefined && { topic }) },
      };
      return filterUrls(inputsOfStep, { ...of(context), excluded }, context.signal);
    },
    download_articles: async (context) =>
      downloadArticles(
        { filter_urls: await context.read('filter_urls'), told: await context.issued() },
        of(context),
        context.signal,
      ),
    extract_summaries: async (context) =>
      extractSummaries(
        { download_articles: await context.read('download_articles') },
        of(context),
        context.signal,
      ),
    rate_articles: async (context) =>
      rateArticles(
        {
          download_articles: await context.read('download_articles'),
          extract_summaries: await context.read('extract_summaries'),
        },
        { clock, language: edition.language, topics: [...about, ...topics.include], desk: deskOf(context) },
        context.signal,
      ),
    cluster_topics: async (context) => clusterTopics(await rated(context), of(context), context.signal),
    select_sections: async (context) =>
      selectSections(
        { ...(await rated(context)), cluster_topics: await context.read('cluster_topics') },
        of(context),
        context.signal,
      ),
    draft_sections: async (context) =>
      draftSections(
        {
          ...(await rated(context)),
          cluster_topics: await context.read('cluster_topics'),
          select_sections: await context.read('select_sections'),
        },
        of(context),
        context.signal,
      ),
    finalize_newsletter: async (context) =>
      finalize(
        {
          draft_sections: await context.read('draft_sections'),
          session: context.newsletter.session,
          issuedAtMs: context.newsletter.createdAtMs,
        },
        of(context),
        context.signal,
      ),
  };
}

async function rated({ read }: StepContext) {
  return {
    download_articles: await read('download_articles'),
    extract_summaries: await read('extract_summaries'),
    rate_articles: await read('rate_articles'),
  };
}
