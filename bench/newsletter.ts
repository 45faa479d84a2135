/**
 * A newsletter over 200 articles, from the texts to the title: seconds, calls of a model, memory. Once as the desk quotes it,
 * once with a model that answers at once, so that what is measured is ours.
 */
import { performance } from 'node:perf_hooks';
import type { ChatModel } from '../src/llm/chat-model.ts';
import type { DownloadedArticle, StepOutputs } from '../src/newsletter/model/outputs.ts';
import { rateArticles } from '../src/newsletter/rate/rate-articles.ts';
import { clusterTopics } from '../src/newsletter/steps/cluster-topics.ts';
import { draftSections } from '../src/newsletter/steps/draft-sections.ts';
import { extractSummaries } from '../src/newsletter/steps/extract-summaries.ts';
import { finalize } from '../src/newsletter/steps/finalize.ts';
import { selectSections } from '../src/newsletter/steps/select-sections.ts';
import { NOW, aModel, letterDeps } from '../test/newsletter/steps/a-letter.ts';
import type { Row } from './row.ts';

const ARTICLES = 200;
/** So many tell of one happening. */
const TELLINGS = 4;
const HOUR_MS = 3_600_000;

export async function benchNewsletter(): Promise<Row[]> {
  const quoted = await measured();
  const model = aModel();
  const written = await measured(model);
  return [
    { what: 'newsletter of 200 articles, quoted', value: quoted.seconds, unit: 's', goal: '≤ 60' },
    { what: 'its memory', value: quoted.megabytes, unit: 'MB', goal: '≤ 300' },
    { what: 'newsletter of 200 articles, a model at once', value: written.seconds, unit: 's', goal: '≤ 120' },
    { what: 'calls of the model', value: model.asked.length, unit: 'calls', goal: '≤ 200' },
    { what: 'its memory', value: written.megabytes, unit: 'MB', goal: '≤ 300' },
  ];
}

async function measured(model?: ChatModel): Promise<{ seconds: number; megabytes: number }> {
  const before = process.memoryUsage().rss;
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  const since = performance.now();
  await line(model);
  clearInterval(look);
  const seconds = (performance.now() - since) / 1_000;
  return { seconds: Number(seconds.toFixed(2)), megabytes: Math.round((most - before) / 1_000_000) };
}

/** The steps after the download. */
async function line(model: ChatModel | undefined): Promise<void> {
  const deps = letterDeps(model);
  const { signal } = new AbortController();
  const download_articles: StepOutputs['download_articles'] = {
    articles: Array.from({ length: ARTICLES }, (_, n) => article(n)),
    failed: [],
  };
  const extract_summaries = (await extractSummaries({ download_articles }, deps, signal)).output;
  const clock = { now: () => NOW };
  const rate_articles = (
    await rateArticles(
      { download_articles, extract_summaries },
      { clock, language: 'en', topics: [] },
      signal,
    )
  ).output;
  const rated = { download_articles, extract_summaries, rate_articles };
  const cluster_topics = (await clusterTopics(rated, deps, signal)).output;
  const select_sections = (await selectSections({ ...rated, cluster_topics }, deps, signal)).output;
  const inputs = { ...rated, cluster_topics, select_sections };
  const draft_sections = (await draftSections(inputs, deps, signal)).output;
  await finalize({ draft_sections, session: 'newsletter_20261120', issuedAtMs: NOW }, deps, signal);
}

const PLACES = ['Leeds', 'Sha Tin', 'Oslo', 'Lagos', 'Quito', 'Perth', 'Turin', 'Osaka', 'Cork', 'Tartu'];
const THINGS = ['bridge', 'library', 'tram line', 'school', 'harbour'];

function article(n: number): DownloadedArticle {
  const story = Math.floor(n / TELLINGS);
  const [place, thing] = [
    PLACES[story % PLACES.length]!,
    THINGS[Math.floor(story / PLACES.length) % THINGS.length]!,
  ];
  const cost = 10 + story * 3;
  const title = `${place} council approves a new ${thing} for ${cost} million pounds`;
  const sentences = Array.from(
    { length: 24 },
    (_, at) =>
      `The ${thing} in ${place} will be built in ${at + 2} stages over ${at + 3} years, officials of district ${story + at} said on Tuesday.`,
  );
  return {
    url: `https://outlet${n % 17}.example/${story}/${n}`,
    title,
    source: `Outlet ${n % 17}`,
    publishedAtMs: NOW - story * HOUR_MS - n * 60_000,
    text: [`${title}, the mayor of ${place} announced.`, ...sentences].join(' '),
  };
}
