/** What the steps are given, without a web: articles, ports that are the newsroom's own, and a model that a test speaks for. */
import { stepPorts } from '../../../src/newsletter/newsroom-ports.ts';
import { Prompts } from '../../../src/agent/prompts.ts';
import {
  ModelError,
  type ChatModel,
  type ModelReply,
  type ModelRequest,
} from '../../../src/llm/chat-model.ts';
import { programFiles } from '../../../src/config/program-files.ts';
import type {
  ArticleSummary,
  DownloadedArticle,
  StepOutputs,
} from '../../../src/newsletter/model/outputs.ts';
import type { Edition } from '../../../src/newsroom/edition/edition.ts';
import { anEdition } from '../../newsroom/an-edition.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { asked, inMannerOfModels, sensible, type Asked, type Material } from './gemini-letter.ts';

export const NOW = Date.UTC(2026, 10, 20, 7);
export const signal = () => new AbortController().signal;

/** An answer, a refusal, an error; undefined leaves it to the sensible model. */
type Said = object | string | Error | undefined;

export interface ScriptedLetter extends ChatModel {
  readonly asked: { readonly what: Asked; readonly material: Material; readonly request: ModelRequest }[];
}

/** A language model that says what a test has it say. */
export function aModel(
  answer: (what: Asked, material: Material, nth: number) => Said = () => undefined,
): ScriptedLetter {
  const heard: ScriptedLetter['asked'] = [];
  return {
    asked: heard,
    reply: async (request): Promise<ModelReply> => {
      const { what, material } = asked(request.messages.map(({ text }) => text).join('\n'));
      const nth = heard.filter((one) => one.what === what).length + 1;
      heard.push({ what, material, request });
      const said = answer(what, material, nth) ?? sensible(what, material);
      if (said instanceof Error) throw said;
      const reply = { toolCalls: [], finish: 'stop', usage: {}, servedBy: BY } as const;
      return { ...reply, text: typeof said === 'string' ? said : inMannerOfModels(said) };
    },
  };
}

const BY = { provider: 'script', model: 'script-1', languageModel: true } as const;
export const AWAY = () => new ModelError('unavailable', 'It is out of reach.');

/** The ports as `main` fills them, where nobody gathers and downloads. */
export function letterDeps(model?: ChatModel, edition: Partial<Edition> = {}) {
  const unused = {} as never;
  const whole = anEdition(edition);
  return stepPorts({
    ...{
      edition: whole,
      clock: new FakeClock(NOW),
      pool: unused,
      inputs: unused,
      fetcher: unused,
      extractor: unused,
    },
    prompts: Prompts.read([programFiles.prompts], whole.language),
    models: { model: model ?? { reply: () => Promise.reject(AWAY()) }, serves: () => model !== undefined },
  });
}

export function anArticle(
  name: string,
  text: string,
  more: Partial<DownloadedArticle> = {},
): DownloadedArticle {
  return {
    url: `https://paper.test/${name}`,
    title: `Headline of ${name} today`,
    source: 'The Paper',
    publishedAtMs: NOW - 3_600_000,
    text,
    ...more,
  };
}

/** Everything before the drafts, of articles that are a topic each, all in one section, rated as they stand. */
export function draftInputs(
  articles: readonly DownloadedArticle[],
  {
    topics = articles.map(({ url }) => [url]),
    summaries = [],
  }: { topics?: readonly string[][]; summaries?: ArticleSummary[] } = {},
) {
  const named = topics.map((urls, at) => ({ name: `Topic ${at + 1}`, urls }));
  return {
    download_articles: { articles: [...articles], failed: [] },
    extract_summaries: { summaries, failed: [] },
    rate_articles: { ratings: articles.map(({ url }, at) => ({ url, score: 100 - at, parts: {} })) },
    cluster_topics: { topics: named },
    select_sections: { sections: [{ name: 'Local news', urls: topics.flat() }] },
  } satisfies Partial<StepOutputs>;
}

export const FERRY =
  'The council of Port Marlow put ferry fares up by 25% on Tuesday.\nAbout 1,200 people use the boat every day, the operator said.\nThe contract of the present operator ends in March 2027.\nResidents had collected 4,300 signatures against the plan.';
export const BRIDGE =
  'Engineers closed the Larkmoor bridge on Monday after they had found cracks in two of its pillars.\nDrivers have to take a detour of 14 miles until the repairs are done.\nThe county expects costs of £3.2 million.\nA temporary footbridge opens on Friday, the county said.';
export const SCHOOL =
  'A fire destroyed the sports hall of Loose Valley Academy in Maidstone on Thursday.\nAll 870 pupils were led out, and nobody was injured.\nThe fire service sent 12 engines and treats the fire as accidental.\nLessons resume on Monday in the main building.';
export const 渡輪 =
  '離島區議會周二通過長洲渡輪加價25%，新收費於12月1日生效。\n營辦商表示，每日約有1,200名乘客使用航線。\n居民早前收集了4,300個簽名反對加價。\n現有合約將於2027年3月屆滿。';
