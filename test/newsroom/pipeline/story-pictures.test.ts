import { expect, it } from 'vitest';
import type { Edition } from '../../../src/newsroom/edition/edition.ts';
import type { StoryAssets } from '../../../src/newsroom/model/story-assets.ts';
import type { Drafted } from '../../../src/newsroom/pipeline/story-drafting.ts';
import { illustrate } from '../../../src/newsroom/pipeline/story-pictures.ts';
import { workerResultSchema } from '../../../src/newsroom/model/worker-result.ts';
import { anEdition } from '../an-edition.ts';
import { aPlan, packFor } from '../newsroom-world.ts';

const job = aPlan('run', 1, Date.UTC(2026, 10, 20, 7)).stories[0]!;
const drafted: Drafted = {
  result: workerResultSchema.parse({ status: 'SUCCESS', title: 'A library stays open' }),
  languageModel: true,
  claims: {
    claims: [],
    conflicts: [],
    removed: [],
    asked_again: false,
    checker: { state: 'off' as const, unanswered: [], cleared: 0 },
    mended: [],
    waits: false,
  },
};

/** The pictures that a story of this edition gets, and how often they were asked for. */
async function picturesIn(edition: Edition) {
  let asked = 0;
  const card = {
    kind: 'card',
    name: 'story_01_card.png',
    path: '/story_01_card.png',
    alt: 'A card',
  } as const;
  const made = { ...card, credit: '', width: 1_200, height: 675, bytes: 9, sha256: '' };
  const assets: StoryAssets = {
    beforeWriting: () => Promise.resolve({ failures: [] }),
    afterWriting: () => Promise.resolve({ pictures: [made], failures: (asked++, []) }),
  };
  const images = await illustrate(job, drafted, packFor(job), {
    assets,
    edition,
    files: { folder: () => '/' } as never,
    failed: (_, error) => expect.unreachable(String(error)),
    signal: new AbortController().signal,
    note: () => {},
  });
  return { images, asked };
}

it('stories have pictures', async () => {
  expect(await picturesIn(anEdition())).toEqual({
    images: [{ name: 'story_01_card.png', alt: 'A card' }],
    asked: 1,
  });
});

it('an edition may do without', async () => {
  expect(await picturesIn(anEdition({ pictures: false }))).toEqual({ images: [], asked: 0 });
});
