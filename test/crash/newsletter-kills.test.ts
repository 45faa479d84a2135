import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import { tempHome } from '../support/temp-home.ts';
import { buildWhenStale } from './build.ts';
import { SESSION, live, prepareNewsletterHome, readNewsletter, received } from './newsletter-kills.ts';

beforeAll(buildWhenStale);

it('a newsletter whose desk is killed in each of its steps, and while it is sent, does no step twice and sends nothing twice', async () => {
  const home = tempHome();
  prepareNewsletterHome(home);
  const done = new Map<string, unknown>();
  for (const [at, step] of STEPS.entries()) {
    // The first life begins the newsletter; each other one does the step again that was cut off, and dies in the next.
    const isFirst = at === 0;
    const killAt = `newsletters.change#${isFirst ? 3 : 4}:before`;
    const ask = { method: 'newsletter.run', params: { session: SESSION } };
    expect(await live(home, { killAt, ...(isFirst && { ask }) }), step).toBe('SIGKILL');
    const { state, steps } = readNewsletter(home);
    expect(state).toBe('running');
    expect([...steps.keys()].toSorted()).toEqual(STEPS.slice(0, at + 1).toSorted());
    expect(steps.get(step)?.status).toBe('started');
    for (const [name, row] of done) expect(steps.get(name), `${name} when ${step} was cut off`).toEqual(row);
    for (const name of STEPS.slice(0, at)) done.set(name, steps.get(name));
    expect(existsSync(join(home, 'data', 'newsletters', SESSION, 'finalize_newsletter.json'))).toBe(at === 8);
  }

  // Its messages are written down, and that they are is not.
  expect(await live(home, { killAt: 'newsletters.change#3:before' })).toBe('SIGKILL');
  expect(readNewsletter(home).state).toBe('sending');
  const isAtRest = () => readNewsletter(home).state === 'done' && readNewsletter(home).open.length === 0;
  expect(await live(home, { until: isAtRest })).toBe(0);

  const { steps } = readNewsletter(home);
  expect(STEPS.map((name) => steps.get(name)?.status)).toEqual(STEPS.map(() => 'complete'));
  for (const [name, row] of done) expect(steps.get(name), name).toEqual(row);
  // An edit that is repeated changes nothing; a message that is repeated would be there twice.
  const posts = received(home).filter((key) => !/\/progress_\d+$/u.test(key));
  expect(posts.toSorted()).toEqual([...new Set(posts)].toSorted());
  const { sections } = JSON.parse(
    readFileSync(join(home, 'data', 'newsletters', SESSION, 'finalize_newsletter.json'), 'utf8'),
  ) as { sections: unknown[] };
  for (const part of ['head_1', 'thread', 'sources_1', ...sections.map((_, at) => `section${at + 1}_1`)])
    expect(posts).toContain(`newsletter:${SESSION}/${part}`);
});
