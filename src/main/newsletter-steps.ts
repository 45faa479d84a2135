import type { Newsletter, StepOutputs } from '../newsletter/model/outputs.ts';
import type { StepResult } from '../newsletter/model/steps.ts';
import type { Steps } from '../newsletter/step.ts';
import { linkTime } from '../newsroom/model/event.ts';
import type { FeatureDeps } from './feature-deps.ts';

const DAY_MS = 86_400_000;

/** The least that each step may do: what the newsroom knows, told by its headlines. */
export function newsletterSteps({ newsroom, clock, edition }: FeatureDeps): Steps {
  return {
    gather_urls: async () => {
      await newsroom.inputs.update('daily');
      const sinceMs = clock.now() - edition.newsletter.windowDays * DAY_MS;
      const events = await newsroom.pool.openEvents(clock.now());
      const links = events.flatMap((event) => event.links).filter((link) => linkTime(link) >= sinceMs);
      const urls = links.map(({ url, title, foundBy, description }) => ({
        url,
        title,
        source: foundBy,
        description,
      }));
      return result({ urls, failed: [] }, `Gathered ${urls.length} URLs`, { urls: urls.length });
    },
    filter_urls: async ({ read, issued }) => {
      const { urls } = await read('gather_urls');
      const told = await issued();
      const kept = urls.filter(({ url }) => !told.has(url)).slice(0, 20);
      return result({ kept, left: [] }, `Kept ${kept.length} URLs`, { kept: kept.length });
    },
    download_articles: async ({ read }) => {
      const { kept } = await read('filter_urls');
      const articles = kept.map((one) => ({ ...one, text: one.description ?? one.title }));
      return result({ articles, failed: [] }, `Downloaded ${articles.length} articles`, {
        articles: articles.length,
      });
    },
    extract_summaries: async ({ read }) => {
      const { articles } = await read('download_articles');
      const summaries = articles.map(({ url, title }) => ({ url, bullets: [title], line: title }));
      return result({ summaries, failed: [] }, `Wrote ${summaries.length} summaries`, {
        summaries: summaries.length,
      });
    },
    rate_articles: async ({ read }) => {
      const { summaries } = await read('extract_summaries');
      const ratings = summaries.map(({ url }) => ({ url, score: 0, parts: {} }));
      return result({ ratings }, `Rated ${ratings.length} articles`, { rated: ratings.length });
    },
    cluster_topics: async ({ read }) => {
      const { ratings } = await read('rate_articles');
      const topics = [{ name: edition.title, urls: ratings.map(({ url }) => url) }];
      return result({ topics }, '1 topic', { topics: 1 });
    },
    select_sections: async ({ read }) => {
      const { topics } = await read('cluster_topics');
      return result({ sections: topics }, `${topics.length} sections`, { sections: topics.length });
    },
    draft_sections: async ({ read }) => {
      const { sections } = await read('select_sections');
      const { articles } = await read('download_articles');
      const numbers = new Map(articles.map(({ url }, at) => [url, at + 1]));
      const drafted = sections.map(({ name, urls }) => ({
        heading: name,
        stories: urls.map((url) => {
          const { title = url, text = url } = articles.find((one) => one.url === url) ?? {};
          return { headline: title, text: `${text} [${numbers.get(url) ?? 1}]`, urls: [url] };
        }),
      }));
      const sources = articles.map(({ url, title, source }, at) => ({
        n: at + 1,
        url,
        title,
        publisher: source,
      }));
      return result({ sections: drafted, sources }, `Drafted ${drafted.length} sections`, {
        stories: articles.length,
      });
    },
    finalize_newsletter: async ({ read, newsletter }) => {
      const { sections, sources } = await read('draft_sections');
      const { session, language, createdAtMs } = newsletter;
      const made: Newsletter = {
        session,
        language,
        title: edition.title,
        intro: '',
        issuedAtMs: createdAtMs,
        sections,
        sources,
      };
      return result(made, `${sections.length} sections`, { sections: sections.length });
    },
  };
}

function result<Output extends StepOutputs[keyof StepOutputs]>(
  output: Output,
  message: string,
  counts: Readonly<Record<string, number>>,
): StepResult<Output> {
  return { output, message, counts };
}
