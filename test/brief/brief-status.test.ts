/** The last brief of a session, as it is kept, over real stores. */
import { expect, it } from 'vitest';
import { lastBrief, sayState } from '../../src/brief/brief-status.ts';
import type { BriefState } from '../../src/brief/state.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { message } from '../support/inbound.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const DESK = sessionKey('console', 'desk');
const terms = { nowMs: 1, unified: false };

async function aSession() {
  const { book: turns, ...stores } = openStores(tempHome());
  await turns.accept({ ...message('m1', 'hello', DESK), kind: 'worker' }, terms);
  const state: BriefState = {
    ...{ user_topic: 'ferries', outcome: 'published', turn: 'm1', generation: 0, model_calls: 2 },
    ...{ started_at_ms: 1, final_post: 'A ferry. [1]' },
  };
  const last = () =>
    lastBrief(DESK, { ...stores, turns, state: stores.sessionState, memoryOf: (key) => key });
  return { ...stores, turns, state, last };
}

it('is shown field by field, in both languages', async () => {
  const { sessionState, state, last, close } = await aSession();
  expect(await last()).toBeUndefined();
  await sessionState.set(DESK, 'brief', state);
  const kept = (await last())!;
  expect(kept).toEqual(state);
  expect(sayState(kept, 'en').join('\n')).toContain('Last brief: **ferries** (published)');
  expect(sayState(kept, 'zh')[0]).toContain('已發出');
  expect(sayState(kept, 'en')).toHaveLength(6);
  close();
});

it('is told in the words of its readers', () => {
  const told = (post_markdown: string, locale: 'en' | 'zh') =>
    sayState(
      {
        ...{
          user_topic: '渡輪',
          outcome: 'published',
          turn: 'm1',
          generation: 0,
          model_calls: 0,
          started_at_ms: 1,
        },
        search_results: { articles: [], searched: 'pool' },
        draft_post: { post_markdown, sources_used: [0], word_count: 9 },
      },
      locale,
    ).join('\n');
  expect(told('A ferry struck the pier. [1]', 'en')).toMatch(
    /0 articles from the feeds\n.*9 words, 1 source\n/u,
  );
  expect(told('渡輪撞上碼頭。[1]', 'en')).toContain('9 Chinese characters');
  expect(told('渡輪撞上碼頭。[1]', 'zh')).toMatch(/來自新聞源\n.*9 字，1 個來源/u);
});

it('is read no more after the session was begun anew', async () => {
  const { sessionState, state, last, turns, close } = await aSession();
  await sessionState.set(DESK, 'brief', state);
  await turns.reset(DESK, 'Ann', 5);
  expect(await last()).toBeUndefined();
  close();
});

it('is told as interrupted where its turn is over and it is not', async () => {
  const { sessionState, state, last, turns, close } = await aSession();
  await sessionState.set(DESK, 'brief', { ...state, outcome: 'working' });
  expect((await last())?.outcome).toBe('working');
  await turns.skip('m1', 'the desk died', 6);
  expect((await last())?.outcome).toBe('interrupted');
  close();
});

it('is none where what is kept is of another shape', async () => {
  const { sessionState, last, close } = await aSession();
  await sessionState.set(DESK, 'brief', { user_topic: 7 });
  expect(await last()).toBeUndefined();
  close();
});
