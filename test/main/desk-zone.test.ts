import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { momentOf } from '../../src/desk/moment-wish.ts';
import { deskConfig, editionOf, interpreter, zoneOf } from '../../src/main/edition.ts';
import { waitsOf } from '../../src/newsroom/say-report.ts';
import { dayAndTime } from '../../src/time/zone.ts';
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
  const edition = editionOf(config);
  return { given: config, edition, config: deskConfig(config, edition) };
}

describe('the zone of a desk', () => {
  it.each([
    [{}, 'Asia/Hong_Kong', '2026-11-20T10:00:00Z'],
    [{ NIGHTDESK_TZ: 'Europe/London' }, 'Europe/London', '2026-11-20T18:00:00Z'],
  ])('with %o is %s: a time is read in it, and every place says it as it was meant', (env, zone, end) => {
    const { config, edition, given } = aDesk(env);
    expect([config.zone, zoneOf(given)]).toEqual([zone, zone]);
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

  it('is the system’s only for a command whose edition can’t be read', () => {
    const { config } = readConfig({ NIGHTDESK_EDITION: 'nowhere' }, tempHome());
    expect(zoneOf(config)).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });
});
