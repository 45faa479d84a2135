import { expect, it } from 'vitest';
import { HOUR } from './given-links.ts';
import type { OpenPool } from './pool-engine.ts';

/** What every memory of translations keeps to. */
export function describeTranslations(open: OpenPool): void {
  it('finds the English that was kept first for a text, and nothing for others', async () => {
    const engine = await open();
    await engine.pool.translations.keep(
      new Map([
        ['金價', 'gold price'],
        ['股市', 'stocks'],
      ]),
      'gemini/flash',
      5,
    );
    await engine.pool.translations.keep(new Map([['金價', 'other words']]), 'gemini/pro', 6);
    const { pool } = await engine.restart();
    expect(await pool.translations.find(['股市', '金價', '樓市'])).toEqual(
      new Map([
        ['股市', 'stocks'],
        ['金價', 'gold price'],
      ]),
    );
    expect(await pool.translations.find([])).toEqual(new Map());
  });

  it('forgets them after a month', async () => {
    const { pool } = await open();
    await pool.translations.keep(new Map([['金價', 'gold price']]), 'gemini/flash', 5);
    await pool.prune(5 + 30 * 24 * HOUR);
    expect((await pool.translations.find(['金價'])).size).toBe(1);
    await pool.prune(6 + 30 * 24 * HOUR);
    expect((await pool.translations.find(['金價'])).size).toBe(0);
  });
}
