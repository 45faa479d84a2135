/** Editors and pages speak either language: names, figures and the dictionary tell that they mean the same. */
import { describe, expect, it } from 'vitest';
import { mostLike, shareIn } from '../../src/newsroom/model/events-like.ts';
import { excludedBy } from '../../src/newsroom/intake/select/exclusions.ts';
import { lookUp } from '../../src/newsroom/sources/look-up.ts';
import { isOnTopic, storyTerms } from '../../src/newsroom/sources/on-topic.ts';
import type { Note } from '../../src/sessions/note.ts';
import { aSource } from './newsroom-world.ts';

describe('a note', () => {
  const note = (subject: string): Note => ({
    id: 'n1',
    text: subject,
    by: 'Ann',
    atMs: 0,
    exclude: { categories: [], subjects: [subject] },
  });
  const excludes = (subject: string, title: string) =>
    excludedBy([note(subject)], { category: 'World', title, description: '' }, 1) !== undefined;

  it.each([
    ['阿里巴巴', 'Alibaba cuts jobs in cloud unit'],
    ['alibaba', '阿里巴巴雲端部門裁員'],
    ['英國', 'UK inflation falls to 3 per cent'],
    ['trump', '特朗普再談關稅'],
  ])('of %s binds "%s"', (subject, title) => {
    expect(excludes(subject, title)).toBe(true);
  });

  it.each([
    ['阿里巴巴', 'Tencent cuts jobs in cloud unit'],
    ['america', 'They told us about it'],
  ])('of %s leaves "%s" alone', (subject, title) => {
    expect(excludes(subject, title)).toBe(false);
  });
});

describe('a topic', () => {
  it.each([
    ['阿里巴巴業績', 'Alibaba results beat forecasts'],
    ['英倫銀行減息', 'Bank of England lowers interest rates'],
    ['Alibaba earnings', '阿里巴巴盈利升兩成'],
  ])('%s is that of "%s"', (topic, title) => {
    expect(shareIn(topic, [title])).toBeGreaterThanOrEqual(0.5);
  });

  it('is not that of other news', () => {
    const event = (title: string) => ({ title, links: [], updatedAtMs: 1 });
    const events = [event('Storm closes schools in Kent'), event('Alibaba results beat forecasts')];
    expect(mostLike('阿里巴巴', events)?.title).toBe('Alibaba results beat forecasts');
    expect(mostLike('騰訊', events)).toBeUndefined();
  });
});

describe('a question in one language', () => {
  it('finds passages of the other by the names it has', () => {
    const source = aSource(
      1,
      'https://one.test/a',
      'The cat slept. Keir Starmer met nurses in Leeds on Monday.',
    );
    const pack = { builtAtMs: 0, sources: [source] };
    expect(lookUp([pack], '施紀賢去了哪裏？', 3)[0]?.quote).toBe(
      'Keir Starmer met nurses in Leeds on Monday.',
    );
    expect(lookUp([pack], '特朗普去了哪裏？', 3)).toEqual([]);
  });
});

describe('a page in the other language', () => {
  const terms = storyTerms(['施紀賢在列斯會見護士，談英國醫療改革']);

  it('is on topic when it has two of the names', () => {
    expect(isOnTopic(terms, 'Keir Starmer met nurses in Leeds. He spoke about the wards.', false)).toBe(true);
  });

  it('is not by its language alone', () => {
    expect(
      isOnTopic(terms, 'A film about a cat opened in cinemas, and critics were kind to it.', false),
    ).toBe(false);
  });

  it('is on topic when it has two of the figures, however it writes them', () => {
    const results = storyTerms(['麗陶集團中期少賺18%至3.26億元', '集團中期息每股9仙，員工4,150人']);
    const page = 'Lytao Group said profit fell 18 per cent to HK$326 million as shoppers stayed away.';
    expect(isOnTopic(results, page)).toBe(true);
    expect(isOnTopic(results, page.replace('326', '236').replace('18', '81'))).toBe(false);
  });
});
