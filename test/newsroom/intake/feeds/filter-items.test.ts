import { expect, it } from 'vitest';
import type { FeedFilter } from '../../../../src/newsroom/edition/edition-feed.ts';
import { droppedBy } from '../../../../src/newsroom/intake/feeds/filter-items.ts';

const item = (title: string, url = 'https://paper.test/world/1') => ({ title, url });
const drop = (...words: string[]): FeedFilter => ({ rule: 'drop', words, in: 'title' });

it('drops an item with one of the words, as whole words, and in Chinese anywhere', () => {
  expect(droppedBy([drop('golf', 'six nations')], item('Six Nations: Wales win'))).toBe(0);
  expect(droppedBy([drop('golf')], item('Golfing for beginners'))).toBeUndefined();
  expect(droppedBy([drop('賽馬')], item('沙田賽馬今日舉行'))).toBe(0);
  expect(droppedBy([], item('Anything'))).toBeUndefined();
});

it('lets only items with one of the words through, where the rule says so', () => {
  const only: FeedFilter = { rule: 'only', words: ['Hong Kong', '香港'], in: 'title' };
  expect(droppedBy([only], item('Hong Kong ferries stop'))).toBeUndefined();
  expect(droppedBy([only], item('香港渡輪停航'))).toBeUndefined();
  expect(droppedBy([only], item('Paris trams stop'))).toBe(0);
});

it('looks into addresses, and tells the first filter that drops', () => {
  const sport: FeedFilter = { rule: 'drop', words: ['/Sport/'], in: 'address' };
  expect(droppedBy([drop('golf'), sport], item('A win', 'https://paper.test/sport/1'))).toBe(1);
});
