/** `nightdesk search WORDS`, with a desk and without one. */
import { describe, expect, it } from 'vitest';
import { systemClock as clock } from '../../src/time/clock.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

describe('nightdesk search', () => {
  it('finds the same by the running desk and where none runs', async () => {
    const home = tempHome();
    const desk = await modelsDesk({ home, env: {} });
    await desk.ask('幫我記住：輪船公司下周停航', 'console:air');
    const words = ['search', '輪船公司', '--session', 'console:air', '--author', 'ann', '--json'];
    const world = { home, clock, env: { NIGHTDESK_EDITION: 'test' } };
    const running = await run(words, world);
    expect([running.code, running.err]).toEqual([0, '']);
    await desk.stop();
    const alone = await run(words, world);
    expect([alone.code, alone.err]).toEqual([0, '']);
    expect(JSON.parse(alone.out)).toEqual(JSON.parse(running.out));
    expect(JSON.parse(alone.out)).toMatchObject({
      complete: true,
      results: [{ kind: 'chat', sessionKey: 'console:air' }],
    });
    const shown = await run(words.slice(0, -1), world);
    expect(shown.out).toMatch(/^Ann {2}\(chat, .+\)\n {2}幫我記住：輪船公司下周停航\n {2}→ console:air/mu);
    const gc = await run(['gc', '--json'], world);
    expect(JSON.parse(gc.out)).toMatchObject({ search: 0 });
  });

  it.each([
    ['no words', []],
    ['blank words', ['\u200b']],
    ['5,000 characters', ['x'.repeat(5_000)]],
    ['another kind', ['ferry', '--kind', 'poem']],
    ['no day', ['ferry', '--from', 'yesterday']],
    ['no session', ['ferry', '--session', 'console:nobody']],
    ['too many', ['ferry', '--limit', '51']],
  ])('is used wrongly with %s', async (_what, args) => {
    const { code, out, err } = await run(['search', ...args], { home: tempHome(), clock });
    expect([code, out]).toEqual([2, '']);
    expect(err.split('\n')).toHaveLength(1);
  });
});
