/** What a planner and a reporter read, put together as their turns do, and counted. */
import { join } from 'node:path';
import { z } from 'zod';
import { Prompts } from '../../../src/agent/prompts.ts';
import { outputSpec } from '../../../src/agent/output.ts';
import { fencedResult } from '../../../src/agent/tool-result.ts';
import type { InputsSnapshot, PlanKind } from '../../../src/newsroom/model/candidate.ts';
import { readEdition } from '../../../src/newsroom/edition/edition.ts';
import { workerOutput } from '../../../src/newsroom/model/worker-result.ts';
import { plannerReply } from '../../../src/newsroom/plan/planner-reply.ts';
import { plannerTools } from '../../../src/newsroom/plan/planner-tools.ts';
import { plannerView } from '../../../src/newsroom/plan/planner-view.ts';
import { workerInbound } from '../../../src/newsroom/write/worker-task.ts';
import { estimateTokens } from '../../../src/text/estimate-tokens.ts';
import { aCandidate, aPlan, aSnapshot } from '../newsroom-world.ts';

type Language = 'en' | 'zh-Hant-HK';

const root = join(import.meta.dirname, '../../..');
const editions = [join(root, 'data/editions')];
const EDITION = { en: 'sample', 'zh-Hant-HK': 'uk-hk' } as const;

const SAID = {
  en: {
    title: 'Larkmoor council votes 31 to 12 to keep its library open until March 2027',
    description:
      'Councillors in Larkmoor voted on Thursday to keep the town’s only library open for another sixteen months, at a cost of £214,000, after a petition signed by more than nine thousand residents was handed in.',
  },
  'zh-Hant-HK': {
    title: '立法會以七十一票對十八票通過撥款二十四億元興建屯門公立醫院新翼',
    description:
      '立法會財務委員會周四以七十一票對十八票，通過撥款二十四億元興建屯門醫院新翼，預計二零二九年落成，提供四百張病床。醫管局表示新翼將設急症室。',
  },
};
const SUMMARY = 'Lawmakers approved HK$2.4 billion for a new wing of Tuen Mun Hospital by 71 votes to 18.';

const PLANNERS = {
  daily: { prompt: 'planner_daily_v1', candidates: 15 },
  hourly: { prompt: 'planner_hourly_v1', candidates: 3 },
} as const;

/** Tokens of all that a planner has read when it chooses among as many candidates as it may have, after ten recent posts. */
export function aPlannersReading(language: Language, kind: PlanKind = 'daily'): number {
  const edition = readEdition(EDITION[language], editions);
  const prompts = Prompts.read([join(root, 'prompts')], language);
  const { title, description } = SAID[language];
  const feed = { key: 'f', label: 'A feed', result: 'ok', items: 30, newItems: 4 } as const;
  const snapshot: InputsSnapshot = {
    ...aSnapshot(0, 0),
    kind,
    feeds: Array.from({ length: 40 }, () => feed),
    candidates: Array.from({ length: PLANNERS[kind].candidates }, (_, n) =>
      aCandidate(n + 1, { title, description, ...(language !== 'en' && { summary_en: SUMMARY }) }),
    ),
  };
  const posts = Array.from({ length: 10 }, () => ({
    title,
    category: 'UK News',
  }));
  const tools = plannerTools({ edition } as unknown as Parameters<typeof plannerTools>[0]);
  const inputs = {
    ...plannerView(snapshot, edition),
    notes: [{ id: 'n1', text: 'no more crypto today', by: 'Ann' }],
  };
  const values = {
    DESK_TITLE: edition.title,
    CHANNEL: 'desk',
    NOW: 'Friday 20 November 2026, 07:00 (Europe/London)',
    LANGUAGE: 'English',
    NOTES: '- no more crypto today (Ann)',
    JOB_NAME: 'Daily planner',
    SLOT_TIME: 'Fri 20 Nov, 07:00',
    MESSAGE: 'Plan the edition.',
  };
  return counted([
    prompts.render('planner.system', values).text,
    prompts.render(PLANNERS[kind].prompt, values).text,
    JSON.stringify(
      tools.map(({ name, description: what, args }) => [name, what, z.toJSONSchema(args, { io: 'input' })]),
    ),
    JSON.stringify(outputSpec('planner_reply', plannerReply).schema),
    fencedResult(JSON.stringify(inputs), ['feeds', 'candidates', 'leftOut']),
    fencedResult(JSON.stringify({ stories: posts }), ['stories']),
  ]);
}

/** Tokens of a reporter's prompt and of the form of its answer, without a source. */
export function reportersReading(language: Language, prompt_id = 'news_reporter_script_hk_news_v1'): number {
  const edition = readEdition(EDITION[language], editions);
  const prompts = Prompts.read([join(root, 'prompts')], language);
  const job = aPlan('run-1', 1, 0).stories[0]!;
  const plain = { ...job, spawn: { ...job.spawn, prompt_id } };
  const task = { phase: 'write', n: 1, job: plain, pack: { builtAtMs: 0, sources: [] }, edition } as const;
  const { prompt } = workerInbound(task, (id, values) => prompts.render(id, values));
  const system = prompts.render('worker.system', {
    DESK_TITLE: edition.title,
    LANGUAGE: 'English',
    NOW: 'now',
  });
  return counted([
    system.text,
    prompt!.text,
    JSON.stringify(outputSpec('worker_result', workerOutput).schema),
  ]);
}

function counted(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}
