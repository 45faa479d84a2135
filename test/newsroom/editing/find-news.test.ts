import { expect, it } from 'vitest';
import { findNews } from '../../../src/newsroom/editing/find-news.ts';
import type { NewsDeps } from '../../../src/newsroom/editing/find-news.ts';
import { StoryRefusal } from '../../../src/newsroom/model/story-service.ts';
import { anEdition } from '../an-edition.ts';

const NOW = Date.parse('2026-11-29T09:00:00Z');
const PAGE = 'https://paper.test/ferry-fares';

function deps(page: Awaited<ReturnType<NewsDeps['read']>>): NewsDeps {
  return {
    edition: anEdition(),
    pool: {
      openEvents: () => Promise.resolve([]),
      postedEvents: () => Promise.resolve([]),
      eventOf: () => Promise.resolve(undefined),
    },
    read: () => Promise.resolve(page),
    search: () => Promise.resolve({ kind: 'failed', reason: 'no_key', detail: '' }),
  };
}

it.each([
  [{ error: 'http_404' }, 'answered 404', '回應 404'],
  [
    { error: 'too_short', detail: '12 characters' },
    'too little text: 12 characters',
    '內文太短: 12 characters',
  ],
])('says in words why a page is of no use: %j', async (why, en, zh) => {
  const refusal = await findNews(PAGE, NOW, deps({ title: '', text: '', ...why })).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(StoryRefusal);
  expect(refusal).toMatchObject({
    words: { en: `The page can't be used (${en}): ${PAGE}`, zh: `這個網頁不能用（${zh}）：${PAGE}` },
  });
});

it.each([
  'https://paper.test/ferry-fares and https://other.test/fares',
  '<https://paper.test/ferry-fares>, <https://other.test/fares>',
  'https://paper.test/ferry-fares 同 https://other.test/fares',
])('takes several pages, the first of which is told: %s', async (what) => {
  const { candidate } = await findNews(
    what,
    NOW,
    deps({ title: 'Ferry fares rise', text: 'Fares rise by 3%.' }),
  );
  expect(candidate).toMatchObject({
    title: 'Ferry fares rise',
    primary_url: PAGE,
    supporting_urls: ['https://other.test/fares'],
  });
});

it('searches for other pages where one page is named twice', async () => {
  const search: NewsDeps['search'] = (title) => {
    const link = { url: 'https://other.test/fares', title, description: '', foundBy: 'search' };
    return Promise.resolve({ kind: 'ok', links: [link], more: false });
  };
  const page = { title: 'Ferries', text: 'Fares rise by 3%.' };
  const { candidate } = await findNews(`${PAGE} and ${PAGE}`, NOW, { ...deps(page), search });
  expect(candidate.supporting_urls).toEqual(['https://other.test/fares']);
});

it.each([
  ['https://paper.test/ferry-fares and https://', 'This is no http or https address of a page: https://'],
  [
    'https://paper.test/a https://paper.test/b https://paper.test/c https://paper.test/d',
    'A story is written from at most 3 pages; 4 are named.',
  ],
])('refuses what can be no pages of a story: %s', async (what, en) => {
  await expect(findNews(what, NOW, deps({ title: '', text: '' }))).rejects.toMatchObject({ words: { en } });
});
