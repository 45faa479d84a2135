import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedbackOn, weighVotes, weightOfVotes } from '../../../../src/newsroom/intake/select/feedback.ts';
import { selectCandidates } from '../../../../src/newsroom/intake/select/select-candidates.ts';
import type { StoryVote } from '../../../../src/newsroom/model/story-vote.ts';
import type { NewsEvent } from '../../../../src/newsroom/model/event.ts';
import { aChineseEdition } from '../../a-chinese-edition.ts';
import { anEdition } from '../../an-edition.ts';

const NOW = Date.UTC(2026, 0, 5, 6);
const edition = anEdition();
const [first, second] = edition.categories;
const word = edition.categories.flatMap(({ words }) => words)[0]!;

const votes = (likes: number, of: number, more: Partial<StoryVote> = {}): StoryVote[] =>
  Array.from({ length: of }, (_, n) => ({
    story: `r1/s${n}`,
    person: 'discord:1',
    by: 'Ann',
    likes: n < likes,
    atMs: NOW,
    outlet: 'first.test',
    category: first!.name,
    title: 'Nothing of note',
    ...more,
  }));

const anEvent = (id: number, domain: string, title: string): NewsEvent => ({
  id,
  parentId: null,
  status: 'active',
  category: '',
  title,
  createdAtMs: NOW,
  updatedAtMs: NOW,
  expiresAtMs: NOW + 9e7,
  reservedUntilMs: null,
  postedAtMs: null,
  links: [domain, 'weak.test'].map((host, n) => ({
    id: id * 10 + n,
    url: `https://${host}/${id}`,
    key: `https://${host}/${id}`,
    domain: host,
    title,
    description: '',
    foundBy: 'feed:x',
    firstSeenAtMs: NOW,
    lastSeenAtMs: NOW,
    publishedAtMs: NOW,
    eventId: id,
  })),
});

describe('what votes weigh', () => {
  it('is the smoothed share of likes: 7 of 8 are +0.3', () => {
    expect(weightOfVotes(7, 8)).toBe(0.3);
    expect(weightOfVotes(1, 8)).toBe(-0.3);
    expect(weightOfVotes(2, 4)).toBe(0);
    expect(weightOfVotes(3, 3)).toBe(0.3);
  });

  it('stays within half a point, needs three votes, and grows with every like', () =>
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), (likes, dislikes) => {
        const of = likes + dislikes;
        const weight = weightOfVotes(likes, of);
        expect(Math.abs(weight)).toBeLessThanOrEqual(0.5);
        if (of < 3) expect(weight).toBe(0);
        else expect(Math.sign(weight) * Math.sign(likes - dislikes)).toBeGreaterThanOrEqual(0);
        if (of >= 3) expect(weightOfVotes(likes + 1, of + 1)).toBeGreaterThanOrEqual(weight);
        expect(weightOfVotes(dislikes, of) + weight).toBeCloseTo(0, 1);
      }),
    ));

  it('is at most three weights an event, one of a kind, whatever was voted', () => {
    const titles = fc.constantFrom('Nothing of note', `A ${word} today`, `${word} and more`);
    const cast = fc.record({
      likes: fc.boolean(),
      outlet: fc.constantFrom('first.test', 'other.test', ''),
      category: fc.constantFrom(first!.name, second!.name),
      title: titles,
    });
    fc.assert(
      fc.property(fc.array(cast, { maxLength: 40 }), cast, (given, about) => {
        const all = given.map((one, n) => ({ ...votes(1, 1)[0]!, ...one, story: `r1/s${n}` }));
        const weights = weighVotes(all, edition);
        const on = feedbackOn(about, weights, edition);
        expect(new Set(on.map(({ kind }) => kind)).size).toBe(on.length);
        for (const { weight, of, likes } of on) {
          expect(of).toBeGreaterThanOrEqual(3);
          expect(weight).toBe(weightOfVotes(likes, of));
          expect(weight).not.toBe(0);
        }
        for (const { kind, name, of } of weights.filter(({ kind: one }) => one !== 'topic'))
          expect(of).toBe(all.filter((vote) => vote[kind as 'outlet' | 'category'] === name).length);
        // The order of votes doesn't matter.
        expect(weighVotes(all.toReversed(), edition)).toEqual(weights);
      }),
    );
  });

  it('is counted by the topics of the title', () => {
    const weights = weighVotes(votes(0, 4, { title: `A ${word} today`, outlet: '' }), edition);
    expect(weights.find(({ kind }) => kind === 'topic')).toEqual({
      ...{ kind: 'topic', name: word, likes: 0, of: 4, weight: -0.33 },
    });
    expect(weights.some(({ kind }) => kind === 'outlet')).toBe(false);
  });
});

describe('selection by votes', () => {
  const open = [anEvent(1, 'first.test', 'A ferry is late'), anEvent(2, 'third.test', 'A bridge is closed')];
  const tiers = { T1: ['first.test', 'third.test'], T2: [], T3: ['weak.test'] };
  const select = async (feedback: StoryVote[], of = edition) => {
    const { candidates } = await selectCandidates({
      ...{ kind: 'daily', open, posted: [], covered: [], notes: [], nowMs: NOW },
      edition: { ...of, tiers },
      feedback: weighVotes(feedback, of),
    });
    return candidates;
  };

  it('prefers what editors liked, and says so', async () => {
    expect((await select([])).map(({ event_id }) => event_id)).toEqual([1, 2]);
    expect((await select([]))[0]!.score).not.toHaveProperty('feedback');
    const [preferred] = await select(votes(7, 8, { outlet: 'third.test', category: 'None' }));
    expect(preferred).toMatchObject({ event_id: 2, score: { feedback: 0.3 } });
    expect(preferred!.picked_because).toMatch(
      / \+ recency 3 \+ votes 0\.3; \+0\.3: editors liked 7 of 8 from this outlet$/,
    );
    const [, disliked] = await select(votes(0, 4, { category: 'None' }));
    expect(disliked!.picked_because).toMatch(
      / − votes 0\.33; −0\.33: editors liked 0 of 4 from this outlet$/,
    );
  });

  it('says it in Chinese too', async () => {
    const [preferred] = await select(votes(7, 8, { category: 'None' }), aChineseEdition());
    expect(preferred!.picked_because).toMatch(/＋評價 0\.3；\+0\.3：這家媒體的報道，8次評價中編輯讚好7次$/);
  });
});
