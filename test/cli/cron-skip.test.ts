import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { openGateway } from '../edges/gateway/open-gateway.ts';
import { run } from './a-world.ts';

let desk: Awaited<ReturnType<typeof openGateway>>;
beforeEach(async () => {
  desk = await openGateway({ clock: new FakeClock() });
  const flags = ['--session-key', 'console:news', '--create', '--cron', '0 7 * * *', '--tz', 'Asia/Tokyo'];
  await cli('cron', 'add', '--name', 'diary', '--message', 'look', ...flags);
});
afterEach(() => desk.close());

const cli = (...args: string[]) =>
  run(args, { home: desk.home, clock: desk.clock, env: { GATEWAY_TOKEN: desk.token } });

it('nightdesk cron skip skips the next run, says which, and takes it back', async () => {
  const { code, out } = await cli('cron', 'skip', 'diary', '--because', 'holiday');
  expect(code).toBe(0);
  expect(out).toMatch(/^"diary" skips .*, 07:00 \(Asia\/Tokyo\); next .*, 07:00/);
  expect((await cli('cron', 'runs', '--id', 'diary')).out).toContain('skipped by an operator: holiday');
  const back = await cli('cron', 'skip', 'diary', '--undo', '--json');
  expect(JSON.parse(back.out)).toMatchObject({
    job: { name: 'diary' },
    slotMs: expect.any(Number) as number,
  });
  expect((await cli('cron', 'runs', '--id', 'diary')).out).toContain('It has not run yet.');
});

it('refuses flags that have no use, and a skip that is not there', async () => {
  const both = await cli('cron', 'skip', 'diary', '--undo', '--because', 'x');
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('--because has no use with --undo')]);
  const none = await cli('cron', 'skip', 'diary', '--undo');
  expect(none.code).not.toBe(0);
  expect(none.err).toContain('no run of "diary" that is still to come was skipped');
  expect((await cli('cron', 'skip', 'nope')).err).toContain('there is no job nope');
});
