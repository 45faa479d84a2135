/**
 * `nightdesk brief` and `nightdesk newsletter …` as processes beside a desk that runs: they reach it over its gateway. What
 * the edition says is known to the desk alone, so that what they print is its work.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import type { SessionInfo } from '../../src/sessions/session-index.ts';
import { found, startDesk } from '../support/desk-process.ts';

const SESSION = 'newsletter_20260214';
const bin = fileURLToPath(new URL('../../bin/nightdesk.js', import.meta.url));
const given = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;

let home: string;
let desk: Awaited<ReturnType<typeof startDesk>>;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'nightdesk-'));
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const edition = { ...given, name: 'loop', schedules: [], pictures: false, newsletter: { approval: true } };
  writeFileSync(join(home, 'data', 'editions', 'loop.json'), JSON.stringify(edition));
  desk = await startDesk(home, { NIGHTDESK_EDITION: 'loop' });
});
afterAll(async () => {
  expect((await desk.stop()).code).toBe(0);
  rmSync(home, { recursive: true });
});

/** A process of its own, which knows the home and nothing else. */
function nightdesk(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], NIGHTDESK_HOME: home, USER: 'ann' };
  return new Promise((resolve) =>
    execFile(process.execPath, [bin, ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out: out.trimEnd(), err: err.trimEnd() }),
    ),
  );
}

const history = async (key: string) =>
  (
    await desk.rpc<{ entries: { content: string; author?: { name: string } }[] }>('sessions.history', {
      ...{ key, limit: 200 },
    })
  ).entries;

it('a brief is made by the desk, in the conversation that is named, and printed', async () => {
  const { code, out, err } = await nightdesk('brief', 'Coquimbo', 'earthquake', '--session', 'console:news');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Brief on “Coquimbo earthquake”');
  const entries = await history('console:news');
  expect(entries[0]).toMatchObject({ content: '/brief Coquimbo earthquake', author: { name: 'ann' } });
  expect(entries.map(({ content }) => content)).toContain(out);
  expect(await nightdesk('brief', 'ferries', '--session', 'cron:nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('cron:nowhere') as string,
  });
});

it('a newsletter is made, looked at and sent by the desk, and every process says how it ended', async () => {
  const events = await desk.events();
  expect(await nightdesk('newsletter', 'send', '--session', SESSION)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`there is no newsletter ${SESSION}`) as string,
  });
  const made = await nightdesk('newsletter', 'run', '--session', SESSION);
  expect([made.code, made.err]).toEqual([0, '']);
  for (const step of STEPS) expect(made.out).toContain(`/9 ${step} · `);
  const folder = join(home, 'data', 'newsletters', SESSION);
  expect(made.out).toContain(`${SESSION} is made and waits for an editor: ${folder}`);
  expect(events.seen.some(({ event }) => event === 'newsletter')).toBe(true);
  events.stop();

  const status = JSON.parse((await nightdesk('newsletter', 'status', '--json')).out) as object;
  expect(status).toEqual(await desk.rpc('newsletter.status', {}));
  expect(status).toMatchObject({ progress: '100%', next_step: null });
  const { out: preview } = await nightdesk('newsletter', 'preview', '--session', SESSION);
  const { markdown } = await desk.rpc<{ markdown: string }>('newsletter.preview', { session: SESSION });
  expect(preview).toBe(markdown.trimEnd());
  expect((await nightdesk('newsletter', 'run', '--session', SESSION)).out).toContain(
    'all nine steps are complete already',
  );

  const send = () => nightdesk('newsletter', 'send', '--session', SESSION);
  expect(await send()).toEqual({ code: 0, out: `${SESSION} was sent`, err: '' });
  const thread = await found(async () => {
    const { sessions } = await desk.rpc<{ sessions: SessionInfo[] }>('sessions.list');
    return sessions.find(({ origin }) => origin.parent === 'console:desk');
  });
  await found(async () =>
    (await history(thread.key)).some(({ content }) => content.includes('## Sources')) ? true : undefined,
  );
  expect(await send()).toEqual({ code: 0, out: `${SESSION} was sent already`, err: '' });
});
