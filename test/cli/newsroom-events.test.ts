import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { startDesk } from '../../src/main/index.ts';
import { systemClock } from '../../src/time/clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const clock = systemClock;
const PATIENCE_MS = 120_000;
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

interface Listed {
  readonly id: number;
  readonly links: number;
  readonly title: string;
}

async function asked(home: string, ...args: string[]): Promise<string> {
  const answer = await run(['newsroom', ...args], { home, clock });
  expect([answer.code, answer.err]).toEqual([0, '']);
  return answer.out;
}

/** Merge and split events of the sample; the same with a running desk as without. */
async function changeEvents(home: string): Promise<void> {
  await asked(home, 'pool', 'update', 'rss');
  const { events } = JSON.parse(await asked(home, 'events', 'list', '--json')) as { events: Listed[] };
  const [big, ...others] = [...events].sort((a, b) => b.links - a.links);
  const small = others.at(-1)!;
  expect(await asked(home, 'events', 'list')).toContain(String(big!.id));

  const merged = await asked(
    home,
    'events',
    'merge',
    String(big!.id),
    String(small.id),
    '--why',
    'one story',
  );
  expect(merged).toContain(`event ${big!.id} stands, with ${big!.links + small.links} links`);
  const shown = await asked(home, 'events', 'show', `${small.id}`);
  expect(shown).toContain(`Event ${small.id} was merged into event ${big!.id}.`);
  expect(shown).toMatch(/merge of \d+ links from \d+ into \d+, by editor:ann: one story/);
  expect(shown).toMatch(/new event \d+ by rule; score/);

  const { event } = JSON.parse(await asked(home, 'events', 'show', String(big!.id), '--json')) as {
    event: { links: { id: number }[] };
  };
  const leaving = event.links.slice(0, 1).map(({ id }) => String(id));
  const split = JSON.parse(
    await asked(home, 'events', 'split', String(big!.id), '--links', ...leaving, '--json'),
  ) as { event: Listed; from: Listed };
  expect(split).toMatchObject({ event: { links: 1 }, from: { id: big!.id, links: event.links.length - 1 } });

  for (const [args, code, said] of [
    [['show', '99999'], 1, 'there is no event 99999'],
    [['show', 'first'], 2, 'no number'],
    [['merge', String(big!.id)], 2, 'two events or more'],
    [['merge', String(big!.id), String(small.id)], 2, 'two events or more'],
    [['split', String(split.event.id), '--links', leaving[0]!], 1, 'without a link'],
  ] as const) {
    const answer = await run(['newsroom', 'events', ...args], { home, clock });
    expect(answer, args.join(' ')).toMatchObject({ code, err: expect.stringContaining(said) as string });
  }
}

describe('nightdesk newsroom events', () => {
  it(
    'lists, shows, merges and splits where no desk runs',
    async () => {
      await changeEvents(tempHome());
    },
    PATIENCE_MS,
  );

  it(
    'does the same through a running desk',
    async () => {
      const home = tempHome();
      const env = { NIGHTDESK_HOME: home, GATEWAY_PORT: '0', NIGHTDESK_SKIP_CRON: '1', LOG_LEVEL: 'silent' };
      const desk = await startDesk({ config: readConfig(env, home).config });
      ending.push(() => desk.stop());
      await changeEvents(home);
    },
    PATIENCE_MS,
  );
});
