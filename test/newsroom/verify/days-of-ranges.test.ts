import { describe, expect, it } from 'vitest';
import { ClaimCheck } from '../../../src/newsroom/verify/verify-claims.ts';
import { aSource } from '../newsroom-world.ts';

const BUILT = Date.UTC(2026, 10, 18, 12);

/** The texts of a story's dates and numbers that its source doesn't bear out. */
function doubted(story: string, text: string): string[] {
  const source = aSource(1, 'https://one.test/a', text, {
    publishedAtMs: BUILT,
    language: /\p{Script=Han}/u.test(text) ? 'zh' : 'en',
  });
  const check = new ClaimCheck({ builtAtMs: BUILT, sources: [source] });
  return check
    .check({ title: '', body: `${story} [1]` })
    .claims.filter(({ claim }) => claim.verdict !== 'supported' && /^(?:number|date)$/u.test(claim.kind))
    .map(({ claim }) => claim.text);
}

describe('a date', () => {
  it.each([
    ['The market opens on 5 December.', 'The market opens on December 20 with 5 stalls.'],
    ['The trial begins on 12 March.', 'The trial of 12 men begins on March 3.'],
    ['事故於12月5日發生。', 'The accident happened on December 20, killing 5 people.'],
    ['展覽於12月5日開幕。', '展覽於12月20日開幕，設有5個攤位。'],
    ['The plan was made in 2019.', 'The plan drew 2,019 objections.'],
    ['The fair runs from 5–7 December.', 'The fair runs from December 15–17.'],
    ['The fair runs from 5 to 7 December.', 'The fair runs from December 5 to 9.'],
    ['展覽於12月5至7日舉行。', 'The exhibition runs from December 5 to 9.'],
  ])('is not borne out by a count: %s', (story, source) => {
    expect(doubted(story, source)).not.toEqual([]);
  });

  it.each([
    ['The fair runs from 5 to 7 December.', 'The fair runs from December 5 to 7.'],
    ['The fair runs from December 5 to 7.', 'The fair runs from 5 to 7 December.'],
    ['The fair ran on Nov. 3–14.', 'The fair ran from 3 to 14 November.'],
    ['Talks were held on 9 and 10 December.', 'Talks were held on December 9 and 10.'],
    ['展覽於12月5至7日舉行。', 'The exhibition runs December 5–7.'],
    ['展覽於12月5至7日舉行。', 'The exhibition runs from 5 to 7 December.'],
    ['展覽於12月5日及7日舉行。', 'The exhibition is open on December 5 and 7.'],
    ['展覽於12月5日開幕。', '展覽於12月5至7日舉行。'],
    ['The exhibition opens on 5 December.', '展覽於12月5至7日舉行。'],
    ['The race was on 13 March.', 'The races were on 12, 13 and 14 March.'],
    ['The club won it in 2025.', 'The club had its best 2025-26 season.'],
    ['球會在2019年奪冠。', '球會曾在2019世界盃奪冠。'],
  ])('is borne out by a range or list of days: %s', (story, source) => {
    expect(doubted(story, source)).toEqual([]);
  });
});
