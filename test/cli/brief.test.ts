/** `nightdesk brief TOPIC`, where no desk runs, and its exit codes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FALLBACK } from '../../src/brief/wording.ts';
import { transcriptName, sessionKey } from '../../src/sessions/key.ts';
import { systemClock as clock } from '../../src/time/clock.ts';
import { found, startDesk } from '../support/desk-process.ts';
import { LoopbackBrave } from '../support/sources/loopback-brave.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const transcript = (home: string) => join(home, 'sessions', transcriptName(sessionKey('terminal', 'desk')));

describe('nightdesk brief', () => {
  it('reads the sample edition, prints the brief, and records it, with no key and where no desk runs', async () => {
    const home = tempHome();
    const { code, out, err } = await run(['brief', 'Wakefield', 'warehouse', 'fire'], { home, clock });
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Brief on “Wakefield warehouse fire”');
    expect(out).toMatch(/\[1\] .+<http/u);
    expect(existsSync(transcript(home))).toBe(true);
    const shown = await run(['sessions', 'show', 'terminal:desk'], { home, clock });
    expect(shown.out).toContain('Brief on “Wakefield warehouse fire”');
  });

  it('prints all that it came to as JSON', async () => {
    const { code, out } = await run(['brief', 'Coquimbo earthquake', '--json'], { home: tempHome(), clock });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'published',
      user_topic: 'Coquimbo earthquake',
      search_results: { searched: 'pool' },
      review_feedback: { ready_for_publish: true },
      final_post: expect.stringContaining('Coquimbo') as unknown,
    });
  });

  it('is done where nothing was reported: the fallback message says so', async () => {
    const { code, out } = await run(['brief', 'penguins on Mars'], { home: tempHome(), clock });
    expect([code, out]).toEqual([0, FALLBACK.en]);
  });

  it('asks a Brave of the operator’s own at a private address', async () => {
    const brave = new LoopbackBrave(clock, { 'brave-key': 0 });
    const { base, close } = await brave.open();
    const env = { BRAVE_API_KEYS: 'brave-key', BRAVE_BASE_URL: base };
    const { code, out } = await run(['brief', 'penguins on Mars'], { home: tempHome(), clock, env });
    await close();
    expect([code, out, brave.calls.length]).toEqual([0, FALLBACK.en, 1]);
  });

  it.each([
    ['no topic', []],
    ['an empty topic', ['']],
    ['a topic of control characters', ['\u0007\u200b']],
    ['a topic of 5,000 characters', ['x'.repeat(5_000)]],
    ['a conversation that can not be', ['ferries', '--session', 'nowhere']],
  ])('is used wrongly with %s', async (_what, args) => {
    const { code, out, err } = await run(['brief', ...args], { home: tempHome(), clock });
    expect([code, out]).toEqual([2, '']);
    expect(err.split('\n')).toHaveLength(1);
  });

  it('is refused for a model that there is not, before anything is made', async () => {
    const home = tempHome();
    const { code, out, err } = await run(['brief', 'ferries', '--model', 'nosuch'], { home, clock });
    expect([code, out, err]).toEqual([2, '', 'nightdesk: There is no model "nosuch"; allowed: desk.']);
    expect(existsSync(transcript(home))).toBe(false);
  });

  it('is made by the model that is named, where another is configured', async () => {
    const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'none' };
    const args = ['brief', 'Coquimbo earthquake', '--model', 'desk', '--json'];
    const { code, out } = await run(args, { home: tempHome(), clock, env });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ outcome: 'published', by_rules: true });
  });

  it('fails where a model can not be asked for it', async () => {
    const env = {
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_MODEL: 'none',
      BRAVE_API_KEYS: 'key',
      BRAVE_BASE_URL: 'http://127.0.0.1:9',
    };
    const { code, out, err } = await run(['brief', 'ferries'], { home: tempHome(), clock, env });
    expect(code).toBe(1);
    expect(out).toContain(FALLBACK.en);
    expect(err).toContain('search failed');
  });

  it('is made by the desk that runs, in the conversation that is named', async () => {
    const home = tempHome();
    const desk = await startDesk(home);
    const { code, out } = await run(['brief', 'Coquimbo earthquake', '--session', 'console:news'], {
      home,
      clock,
    });
    expect(code).toBe(0);
    const { entries } = await desk.rpc<{ entries: { content: string; author?: { name: string } }[] }>(
      'sessions.history',
      {
        key: 'console:news',
        limit: 20,
      },
    );
    expect(entries[0]).toMatchObject({ content: '/brief Coquimbo earthquake', author: { name: 'ann' } });
    expect(entries.some(({ content }) => content === out)).toBe(true);
    await desk.stop();
  });
});

describe('nightdesk brief that is killed where no desk runs', () => {
  it.each([
    ['gold', /^\/brief gold was cut off when the command that waited for it ended\.$/u],
    ['金價', /^\/brief 金價因等候結果的指令結束而中斷。$/u],
  ])('on %s is delivered by no later desk, which says that it was cut off', async (topic, said) => {
    const home = tempHome();
    const brave = new LoopbackBrave(clock, { 'brave-key': 0 });
    const loopback = await brave.open();
    brave.fail('silent', 'silent', 'silent');
    const env = {
      BRAVE_API_KEYS: 'brave-key',
      BRAVE_BASE_URL: loopback.base,
      FETCH_ALLOW_PRIVATE: new URL(loopback.base).host,
    };
    for (let n = 1; n <= 3; n++) {
      const made = spawn(process.execPath, ['bin/nightdesk.js', 'brief', topic], {
        env: { PATH: process.env['PATH'], NIGHTDESK_HOME: home, USER: 'ann', ...env },
        stdio: 'ignore',
      });
      await found(() => (brave.calls.length === n ? true : undefined));
      made.kill('SIGKILL');
      await once(made, 'exit');
    }
    const desk = await startDesk(home, env);
    const { entries } = await desk.rpc<{
      entries: { role: string; content: string; meta?: { kind?: string } }[];
    }>('sessions.history', { key: 'terminal:desk', limit: 50 });
    const ends = entries.filter(({ role, meta }) => role === 'system' && meta?.kind === 'closure');
    expect(ends.map(({ content }) => content)).toEqual(
      [0, 1, 2].map(() => expect.stringMatching(said) as string),
    );
    expect(brave.calls).toHaveLength(3);
    await desk.stop();
    await loopback.close();
  });
});
