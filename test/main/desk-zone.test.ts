import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { momentOf } from '../../src/cron/given-moment.ts';
import { editionOf, interpreter } from '../../src/newsroom/edition/home-edition.ts';
import { waitsOf } from '../../src/newsroom/edition/say-report.ts';
import { dayAndTime, systemZone } from '../../src/time/zone.ts';
import { anEdition } from '../newsroom/an-edition.ts';
import { tempHome } from '../support/temp-home.ts';

const NOON_UTC = Date.parse('2026-11-20T05:00:00Z');

/** Settings and edition of a home whose edition is Hong Kong's. */
function aDesk(env: Record<string, string> = {}) {
  const home = tempHome();
  const editions = join(home, 'data', 'editions');
  mkdirSync(editions, { recursive: true });
  writeFileSync(join(editions, 'test.json'), JSON.stringify({ ...anEdition(), zone: 'Asia/Hong_Kong' }));
  const { config } = readConfig({ NIGHTDESK_HOME: home, NIGHTDESK_EDITION: 'test', ...env }, home);
  return { edition: editionOf(config), config };
}

describe('the zone of a desk', () => {
  it.each([
    [{ NIGHTDESK_TZ: 'Asia/Tokyo' }, 'Asia/Tokyo', '2026-11-20T09:00:00Z'],
    [{ NIGHTDESK_TZ: 'Europe/London' }, 'Europe/London', '2026-11-20T18:00:00Z'],
  ])('with %o is %s: a time is read in it, and every place says it as it was meant', (env, zone, end) => {
    const { config, edition } = aDesk(env);
    expect(config.zone).toBe(zone);
    const until = momentOf('6pm', NOON_UTC, config.zone);
    expect(new Date(until).toISOString()).toBe(end.replace('Z', '.000Z'));
    expect(dayAndTime(until, config.zone)).toBe('Fri 20 Nov, 18:00');
    const state = { hold: { kind: 'embargo', by: 'Ann', until: end } } as unknown as Parameters<
      typeof waitsOf
    >[0]['state'];
    expect(waitsOf({ state }, edition).until).toBe('Fri 20 Nov, 18:00');
    // What readers see keeps the edition's own.
    expect(edition.zone).toBe('Asia/Hong_Kong');
    const { untilMs } = interpreter(edition)('no more crypto today', NOON_UTC);
    expect(dayAndTime(untilMs ?? 0, zone)).toMatch(/, (?:23:59|00:00)$/);
  });

  it('is the system’s where none is set, also for editors of an edition elsewhere', () => {
    const { config, edition } = aDesk();
    expect([config.zone, edition.editorsZone]).toEqual([systemZone(), systemZone()]);
  });
});
