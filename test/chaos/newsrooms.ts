/** The newsrooms that a chaos comes over: a desk with a database of its own, and two desks that share one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chance } from '../crash/chance.ts';
import { cableTo } from '../support/cable.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { Plan } from './campaign.ts';
import { chaosClock } from './chaos-clock.ts';
import { Crowd } from './crowd.ts';
import { databaseFaults } from './faults/database-faults.ts';
import { discordFaults } from './faults/discord-faults.ts';
import { feedFaults } from './faults/feed-faults.ts';
import { clockFaults, diskFaults } from './faults/home-faults.ts';
import { modelFaults } from './faults/model-faults.ts';
import { processFaults } from './faults/process-faults.ts';
import { Keeper } from './keeper.ts';
import { makePlace } from './place.ts';
import { recordsOfDatabase, recordsOfHome } from './records.ts';
import type { Lane } from './round.ts';
import { openScene } from './scene.ts';
import { Verdict } from './verdict.ts';

export interface Newsroom extends Pick<Plan, 'name' | 'company' | 'lanes' | 'clockWasSet'> {
  readonly home: string;
  /** What can't go wrong here, in words. */
  readonly missing: readonly string[];
  /** @param keep the homes. */
  close(keep: boolean): Promise<void>;
}

const AROUND: readonly Lane[] = [
  { faults: discordFaults, leastMs: 500, mostMs: 6_000 },
  { faults: [...modelFaults, ...feedFaults], leastMs: 500, mostMs: 6_000 },
];

/** One desk, on a disk of its own where that can be. */
export async function oneDesk(chance: Chance): Promise<Newsroom> {
  const [scene, place] = [await openScene(), makePlace()];
  const clockFolder = makeFolder();
  const clock = chaosClock(clockFolder);
  scene.furnish(place.home);
  place.settle();
  const keepers = [new Keeper(place.home, () => ({ ...scene.env, ...clock.env }))];
  const records = recordsOfHome(place.home);
  const crowd = new Crowd(scene, keepers, chance);
  const disk = place.disk ? diskFaults(place.disk) : [];
  const lanes: Lane[] = [
    { faults: processFaults, leastMs: 500, mostMs: 12_000 },
    ...AROUND,
    { faults: disk, leastMs: 5_000, mostMs: 20_000 },
  ];
  // Where a clock was set less can be said of slots, so the first round has none of that.
  const setting: Lane = { faults: clockFaults(clock), leastMs: 2_000, mostMs: 15_000 };
  return {
    name: 'one desk',
    home: place.home,
    company: { scene, keepers, crowd, records, verdict: new Verdict() },
    lanes: (round) => (round % 2 === 0 ? [...lanes, setting] : lanes),
    clockWasSet: () => clock.wasSet,
    missing: [
      ...(place.disk ? [] : ['nothing may be mounted here: no disk is full, no home read-only']),
      ...(place.disk && !place.disk.underWriters
        ? ['no ext4 image may be mounted here: no home turns read-only under a running desk']
        : []),
      ...(clock.by === 'libfaketime'
        ? []
        : ['libfaketime is not installed: clocks are set by a preload of Node’s']),
    ],
    close: async (keep) => {
      await records.close();
      await scene.close();
      place.close(keep);
      rmSync(clockFolder, { recursive: true, force: true });
    },
  };
}

/** Two desks, each with a cable of its own to the database. */
export async function twoDesks(chance: Chance): Promise<Newsroom> {
  const scene = await openScene();
  const server = await startPostgres();
  const url = await server.database('chaos');
  const { hostname, port } = new URL(url);
  const homes = [makeFolder(), makeFolder()];
  const cables = await Promise.all(homes.map(() => cableTo(hostname, Number(port))));
  const keepers = homes.map((home, n) => {
    scene.furnish(home);
    const near = new URL(url);
    near.port = String(cables[n]!.port);
    return new Keeper(home, () => ({ ...scene.env, DATABASE_URL: near.href }));
  });
  const records = recordsOfDatabase(url);
  const crowd = new Crowd(scene, keepers, chance);
  const lanes: Lane[] = [
    { faults: processFaults, leastMs: 500, mostMs: 12_000 },
    ...AROUND,
    { faults: databaseFaults(cables), leastMs: 3_000, mostMs: 20_000 },
  ];
  return {
    name: 'two desks',
    home: homes.join(' and '),
    company: { scene, keepers, crowd, records, verdict: new Verdict() },
    lanes: () => lanes,
    clockWasSet: () => false,
    missing: [],
    close: async (keep) => {
      await records.close();
      await scene.close();
      for (const cable of cables) await cable.close();
      await server.stop();
      if (!keep) for (const home of homes) rmSync(home, { recursive: true, force: true });
    },
  };
}

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'nightdesk-chaos-'));
}
