import { describe, expect, it } from 'vitest';
import type { ModelDesk } from '../../../../src/llm/ask-about.ts';
import { PromptBudget } from '../../../../src/llm/prompt-budget.ts';
import type { NewsEvent } from '../../../../src/newsroom/model/event.ts';
import { mergesAmong } from '../../../../src/newsroom/intake/cluster/merge-events.ts';
import type { MergeWork } from '../../../../src/newsroom/intake/cluster/merge-events.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { anEvent } from '../../newsroom-world.ts';

/** What is merged where all events are like all others, and the model takes them for one. */
async function mergesOf(...events: NewsEvent[]) {
  const clusterer = {
    has: () => true,
    itemsOf: (id: number) => [id],
    decide: () => ({ candidates: events.map(({ id }) => ({ eventId: id, score: 0.5 })) }),
  } as unknown as MergeWork['clusterer'];
  const group = { event_ids: events.map(({ id }) => id), confidence: 0.95, basis: 'one fire' };
  const desk: ModelDesk = {
    model: scriptedModel(JSON.stringify({ groups: [group] })),
    render: () => ({ text: '' }),
    title: 'Test',
    hasLanguageModel: () => true,
  };
  const { merges } = await mergesAmong({
    clusterer,
    events: new Map(events.map((event) => [event.id, event])),
    changed: new Set(events.map(({ id }) => id)),
    parted: [],
    desk,
    budget: new PromptBudget(1),
    mergeFrom: 0.8,
    nowMs: 0,
    signal: new AbortController().signal,
  });
  return merges.map(({ into, from }) => ({ into, from }));
}

describe('merges of similar events', () => {
  it('join all that are one', async () => {
    expect(await mergesOf(anEvent(1), anEvent(2), anEvent(3))).toEqual([{ into: 1, from: [2, 3] }]);
  });

  it.each([
    ['the parent is the oldest', 1, 2, 3, [{ into: 1, from: [3] }]],
    ['the development is', 2, 1, 3, [{ into: 1, from: [3] }]],
    ['the third is', 2, 3, 1, [{ into: 1, from: [2] }]],
  ])(
    'join no development with its parent through a third event: %s',
    async (_, parent, child, third, merged) => {
      const events = [anEvent(parent), { ...anEvent(child), parentId: parent }, anEvent(third)];
      expect(await mergesOf(...events.sort((a, b) => a.id - b.id))).toEqual(merged);
    },
  );
});
