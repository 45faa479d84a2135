import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import { systemClock } from '../../src/time/clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const SESSION = 'newsletter_20260214';

it.each([
  [['run', '--resume'], 2, '--resume needs --session'],
  [['run', '--max-turns', '5'], 2, '--max-turns goes with --agentic'],
  [['run', '--model', 'gemini'], 2, '--model goes with --agentic'],
  [['run', '--session', '../../etc'], 2, 'is no newsletter session'],
  [['run', '--resume', '--session', SESSION], 1, `there is no newsletter ${SESSION}`],
  [['send', '--session', SESSION], 1, `there is no newsletter ${SESSION}`],
  [['preview', '--session', SESSION], 1, `there is no newsletter ${SESSION}`],
  [['send'], 2, '--session'],
])('newsletter %j is refused with %i and a sentence', async (args, code, said) => {
  const answer = await run(['newsletter', ...args], { home: tempHome(), clock: systemClock });
  expect(answer).toMatchObject({ code, err: expect.stringContaining(said) as string });
});

it('makes a newsletter where no desk runs, step by step, stops at what somebody spoiled, and goes on', async () => {
  const around = { home: tempHome(), clock: systemClock };
  const newsletter = (...args: string[]) => run(['newsletter', ...args], around);
  expect(JSON.parse((await newsletter('status', '--session', SESSION, '--json')).out)).toEqual({
    status: 'new_session',
    message: 'No existing state. Start from step 1.',
    steps: {},
  });
  const made = await newsletter('run', '--session', SESSION);
  expect(made).toMatchObject({ code: 0, err: '' });
  const lines = made.out.split('\n');
  for (const [at, step] of STEPS.entries())
    expect(lines[at]).toMatch(new RegExp(`^${at + 1}/9 ${step} · .+`, 'u'));
  const folder = join(around.home, 'data', 'newsletters', SESSION);
  expect(lines.at(-1)).toBe(`${SESSION} is made: ${folder}`);

  const status = JSON.parse((await newsletter('status', '--json')).out) as { steps: object };
  expect(status).toMatchObject({ status: 'ok', progress: '100%', next_step: null });
  expect(Object.keys(status.steps)).toEqual([...STEPS]);
  expect((await newsletter('preview', '--session', SESSION)).out).toBe(
    readFileSync(join(folder, 'newsletter.md'), 'utf8').trimEnd(),
  );
  expect((await newsletter('run', '--session', SESSION)).out).toContain(
    'all nine steps are complete already',
  );

  writeFileSync(join(folder, 'finalize_newsletter.json'), '{"title": ""}');
  const spoiled = await newsletter('preview', '--session', SESSION);
  expect(spoiled).toMatchObject({
    code: 1,
    err: expect.stringContaining('finalize_newsletter.json: ') as string,
  });
});
