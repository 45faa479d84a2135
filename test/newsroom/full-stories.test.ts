/** Stories of full length through the newsroom's line, by the real agent's turns and the shipped editions. */
import { describe, expect, it } from 'vitest';
import { citedSentences } from '../../src/text/cited-sentences.ts';
import { BARRIER, RESULTS, SCHOOLS } from './full-stories.ts';
import { differing, scriptOf, throughTheLine, uncited } from './handed-in.ts';
import type { HandedIn } from './handed-in.ts';

const numbered = (body: string, numbers: ReadonlyMap<number, string>) =>
  citedSentences(body)
    .filter((_, at) => numbers.has(at + 1))
    .map(({ text }) => text);

describe.each([RESULTS, SCHOOLS, BARRIER])('the story $id', (story) => {
  const hand = (more: Partial<HandedIn> = {}) => throughTheLine({ story, body: story.body, ...more });

  it('is posted whole, by one call and the checker’s, with its "as of" from the sources', async () => {
    const end = await hand({ flags: ['breaking'] });
    expect(end.calls).toEqual(['write', 'verify']);
    expect(end.published?.title).toBe(story.title);
    expect(uncited(end.published?.body ?? '')).toBe(uncited(story.body));
    expect(end.job.result.claims).toMatchObject({ removed: [], mended: [], asked_again: false });
    const posts = end.posts.join('\n');
    for (const { text } of citedSentences(story.body)) expect(uncited(posts)).toContain(text);
    expect(posts).toMatch(
      story.lang === 'zh' ? /^截至英國時間11月20日0[56]:[03]0/mu : /^As of 05:30 on 20 November/mu,
    );
  });

  it.each(story.planted)(
    'is doubted in one sentence for "$changed", and is itself once mended',
    async (error) => {
      const body = story.body.replace(error.original, () => error.changed);
      const wrong = differing(story.body, body);
      const end = await hand({ body, mend: (i) => (wrong.has(i) ? { text: wrong.get(i) } : undefined) });
      expect(end.doubted).toEqual(numbered(body, wrong));
      expect(end.calls).toEqual(['write', 'verify', 'mend']);
      expect(uncited(end.published?.body ?? '')).toBe(uncited(story.body));
    },
  );

  it('is judged by the rules alone where the checker answers no JSON, whatever is asked of it again', async () => {
    const { original, changed } = story.planted[0]!;
    const prose = 'All of it is true, as far as I can see.';
    const end = await hand({
      body: story.body.replace(original, () => changed),
      instead: { verify: [prose, '{"sentences": [{"i": 1, "verdict": "fine"', prose] },
    });
    expect(end.job.result.claims?.checker.state).toBe('failed');
    expect(end.doubted).toHaveLength(1);
    expect(end.doubted[0]).toContain(changed);
    expect(end.published?.body).not.toContain(changed);
    expect(uncited(end.published?.body ?? '').length).toBeGreaterThan(0.8 * uncited(story.body).length);
  });

  it('fails for its reporter’s reason, at one call, where the rest of the answer is null', async () => {
    const gaveUp = {
      status: 'FAILURE',
      title: null,
      draft: null,
      sources_used: null,
      error_message: 'too thin',
    };
    const end = await hand({ instead: { write: [JSON.stringify(gaveUp)] }, rescues: 0 });
    expect(end.calls).toEqual(['write']);
    expect(end.job).toMatchObject({
      state: { status: 'FAILURE', reason: 'missing_data' },
      result: { errors: [{ phase: 'write', error_type: 'missing_data', error_message: 'too thin' }] },
    });
  });

  it('is checked by one call where the checker has null for the passages that it did not find', async () => {
    const sentences = [{ i: 2, verdict: 'not_found', passages: null, why: 'nobody says so' }];
    const end = await hand({ instead: { verify: [JSON.stringify({ sentences })] } });
    expect(end.calls.slice(0, 3)).toEqual(['write', 'verify', 'mend']);
    expect(end.job.result.claims?.checker.state).toBe('answered');
  });

  it('is rescued from its newest draft, with what is wrong with that one', async () => {
    const [first, second] = ['A first draft. [1]', 'A second one, as short. [2]'];
    const end = await hand({
      instead: {
        write: [scriptOf(story, first)],
        rescue: [scriptOf(story, second)],
        'rescue-2': [scriptOf(story, story.body)],
      },
      rescues: 2,
    });
    expect(end.calls.filter((part) => part !== 'verify')).toEqual(['write', 'rescue', 'rescue-2']);
    expect(end.read.get('rescue')).toContain(first);
    expect(end.read.get('rescue-2')).toContain(second);
    expect(end.read.get('rescue-2')).not.toContain(first);
    expect(uncited(end.published?.body ?? '')).toBe(uncited(story.body));
  });
});
