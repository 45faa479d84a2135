import { readFileSync, readdirSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import type { MethodName, ResultOf } from '../../src/main/features.ts';

it('types what the methods of every feature answer, for the command line and the console', () => {
  expectTypeOf<'newsletter.gather_urls' | 'newsroom.runs.take' | 'brief.run'>().toExtend<MethodName>();
  expectTypeOf<string>().not.toExtend<MethodName>();
  expectTypeOf<ResultOf<'brief.run'>['turnId']>().toEqualTypeOf<string>();
  expectTypeOf<ResultOf<'newsletter.run'>['outcome']>().toEqualTypeOf<'begun' | 'over'>();
  expectTypeOf<ResultOf<'newsroom.events.list'>['events'][number]['links']>().toEqualTypeOf<number>();
  expectTypeOf<ResultOf<'cron.status'>['enabled']>().toEqualTypeOf<boolean>();
});

it('is where the command line has the shapes of answers from, and nowhere else', () => {
  const own = readdirSync('src/cli').filter((file) =>
    /\.(safeParse|parse)\(\s*await \S*\bcall\(/.test(readFileSync(`src/cli/${file}`, 'utf8')),
  );
  expect(own).toEqual([]);
});
