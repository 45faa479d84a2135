import type { Receipt } from '../../src/llm/receipt.ts';
import type { InputsSnapshot } from '../../src/newsroom/model/candidate.ts';
import type { NewEditorialAction } from '../../src/newsroom/model/editorial-action.ts';
import type { OrderedBatch, PublishedStory } from '../../src/newsroom/model/story-book.ts';
import { CHANNEL } from './given.ts';

/** A story of the run `r1`, as it is published. */
export const story = (name: string, more: Partial<PublishedStory> = {}): PublishedStory => ({
  id: `r1/${name}`,
  runId: 'r1',
  eventId: 7,
  category: 'AI',
  title: `Title of ${name}`,
  primaryUrl: `https://paper.test/${name}`,
  body: `Body of ${name}`,
  languageModel: true,
  desk: CHANNEL,
  place: CHANNEL,
  flags: ['breaking'],
  why: 'it matters',
  threadOp: `story:r1/${name}/thread`,
  pack: { builtAtMs: 5, sources: [] },
  publishedAtMs: 100,
  ...more,
});

export const run = (id: string, createdAtMs = 50, session = CHANNEL): OrderedBatch => ({
  id,
  session,
  plan: { stories: [id] },
  createdAtMs,
});

export const action = (
  name: string,
  kind: NewEditorialAction['kind'],
  more: Partial<NewEditorialAction> = {},
): NewEditorialAction => ({
  story: `r1/${name}`,
  kind,
  by: 'Ann',
  atMs: 200,
  ...more,
});

export const snapshot = (preparedAtMs: number): InputsSnapshot => ({
  kind: 'daily',
  preparedAtMs,
  feeds: [],
  candidates: [],
  leftOut: [],
  pick: { atMost: 3 },
});

export const receipt = (more: Partial<Receipt> = {}): Receipt => ({
  atMs: 1_000,
  task: 'write',
  provider: 'gemini',
  model: 'flash',
  countedTokens: 30,
  costUsd: 0.25,
  latencyMs: 12,
  outcome: 'ok',
  ...more,
});
