import { expect, it } from 'vitest';
import type { StoryVote } from '../../src/newsroom/model/story-vote.ts';
import type { OpenEngine } from './engine.ts';

const vote = (name: string, person: string, more: Partial<StoryVote> = {}): StoryVote => ({
  story: `r1/${name}`,
  person,
  by: 'Ann',
  likes: true,
  atMs: 100,
  outlet: 'paper.test',
  category: 'AI',
  title: `Title of ${name}`,
  ...more,
});

/** What every book of votes keeps to. */
export function describeVoteBook(open: OpenEngine): void {
  const opened = async (...cast: readonly StoryVote[]) => {
    const engine = await open();
    for (const one of cast) await engine.votes.change(one.story, one.person, () => one);
    return engine;
  };

  it('keeps a vote a person a story, also after a restart', async () => {
    const ann = vote('a', 'discord:1');
    const bob = vote('a', 'discord:2', { by: '陳大文', likes: false, atMs: 101, title: '標題' });
    const other = vote('b', 'discord:1', { atMs: 99 });
    const { votes } = await (await opened(ann, bob, other)).restart();
    expect(await votes.of(['r1/a'])).toEqual([ann, bob]);
    expect(await votes.of(['r1/a', 'r1/b', 'r1/never'])).toEqual([other, ann, bob]);
    expect(await votes.of([])).toEqual([]);
  });

  it('shows the decision the standing vote, and changes or removes only that', async () => {
    const ann = vote('a', 'discord:1');
    const bob = vote('a', 'discord:2');
    const { votes } = await opened(ann, bob);
    const seen: unknown[] = [];
    const change = (to: StoryVote | undefined) =>
      votes.change('r1/a', 'discord:1', (standing) => {
        seen.push(standing);
        return to;
      });
    const less = { ...ann, likes: false, atMs: 200 };
    expect(await change(less)).toEqual(less);
    expect(await votes.of(['r1/a'])).toEqual([bob, less]);
    expect(await change(undefined)).toBeUndefined();
    expect(await change(undefined)).toBeUndefined();
    expect(await votes.of(['r1/a'])).toEqual([bob]);
    expect(seen).toEqual([ann, less, undefined]);
  });

  it('changes nothing when the decision throws', async () => {
    const ann = vote('a', 'discord:1');
    const { votes } = await opened(ann);
    const refused = votes.change('r1/a', 'discord:1', () => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(await votes.of(['r1/a'])).toEqual([ann]);
  });

  it('lists what was voted since a time, the newest first, as many as asked for', async () => {
    const cast = [99, 100, 101].map((atMs) => vote(`s${atMs}`, 'discord:1', { atMs }));
    const { votes } = await opened(...cast);
    expect(await votes.since(100, 9)).toEqual([cast[2], cast[1]]);
    expect(await votes.since(0, 1)).toEqual([cast[2]]);
  });

  it('forgets what is chosen, and what is too old', async () => {
    const [a, b, c] = [
      vote('a', 'discord:1', { outlet: 'other.test' }),
      vote('a', 'discord:2', { atMs: 101 }),
      vote('b', 'discord:1', { atMs: 50 }),
    ];
    const { votes } = await opened(a, b, c);
    expect(await votes.forget(({ outlet }) => outlet === 'other.test')).toBe(1);
    expect(await votes.since(0, 9)).toEqual([b, c]);
    await votes.dropBefore(101);
    expect(await votes.since(0, 9)).toEqual([b]);
    expect(await votes.forget(() => true)).toBe(1);
    expect(await votes.forget(() => true)).toBe(0);
  });
}
