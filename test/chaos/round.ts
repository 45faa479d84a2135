/** A round of a chaos: faults while people talk and jobs fire, then rest, then the verdict. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../crash/chance.ts';
import type { Crowd } from './crowd.ts';
import { gatherFacts } from './facts.ts';
import type { Keeper } from './keeper.ts';
import { overdue, restless } from './records.ts';
import type { Records } from './records.ts';
import type { Scene } from './scene.ts';
import { wait } from './stage.ts';
import type { Fault } from './stage.ts';
import { readTranscripts, unheard } from './verdict.ts';
import type { Findings, Verdict } from './verdict.ts';

/** Faults of one lane come one after the other; those of several lanes beside each other. */
export interface Lane {
  readonly faults: readonly Fault[];
  readonly leastMs: number;
  readonly mostMs: number;
}

export interface Company {
  readonly scene: Scene;
  readonly keepers: readonly Keeper[];
  readonly crowd: Crowd;
  readonly records: Records;
  readonly verdict: Verdict;
}

const READY_MS = 60_000;
const REST_MS = 150_000;

/** @returns how often each fault came. */
export async function besetFor(
  ms: number,
  lanes: readonly Lane[],
  { scene, keepers, crowd }: Company,
  chance: Chance,
): Promise<Map<string, number>> {
  const struck = new Map<string, number>();
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), ms);
  crowd.speak();
  await Promise.all(
    lanes.map(async ({ faults, leastMs, mostMs }) => {
      const own = chance.branch();
      while (faults.length > 0) {
        await wait(own.between(leastMs, mostMs), ending.signal);
        if (ending.signal.aborted) return;
        const fault = own.one(faults);
        struck.set(fault.name, (struck.get(fault.name) ?? 0) + 1);
        await fault.strike({ scene, keepers, chance: own, over: ending.signal });
      }
      await wait(ms, ending.signal);
    }),
  );
  clearTimeout(timer);
  await crowd.fallSilent();
  return struck;
}

/** Everything is well again: let all that was begun come to its end. @returns who waits in vain. */
async function rest(company: Company): Promise<string[]> {
  const { scene, keepers, crowd, records } = company;
  const wrong: string[] = [];
  await readyAll(keepers, wrong);
  await until(async () => (await overdue(records, Date.now())) === 0, READY_MS);
  for (const keeper of keepers) {
    await keeper.stop();
    keeper.begin({ NIGHTDESK_SKIP_CRON: '1' });
  }
  await readyAll(keepers, wrong);
  await until(
    async () => keepers.some((keeper) => keeper.errors().includes('commands registered')),
    READY_MS,
  );
  const { discord, channels, editors } = scene;
  const asked = channels.map((channel) => {
    crowd.mention(channel);
    return discord.slash(editors[0]!, channel, 'desk status');
  });
  for (const interaction of asked) {
    const end = await Promise.race([interaction.final(), pause(30_000)]).catch(() => undefined);
    if (end !== undefined) continue;
    const { channel, refusedAfterMs: late } = interaction;
    const because = late === undefined ? '' : `: its first answer came after ${late} ms`;
    wrong.push(`/desk status in ${channel.name} was never answered${because}`);
  }
  // Heard first: a message that still waits to be read back is under way nowhere.
  await until(async () => (await isHeard(company)) && (await restless(records)).length === 0, REST_MS);
  return wrong;
}

/** All that people said on Discord stands in transcripts. */
async function isHeard({ crowd, records }: Company): Promise<boolean> {
  const { ids } = readTranscripts({ transcripts: await records.transcripts() });
  return unheard(crowd, ids).length === 0;
}

export async function judgeAtRest(company: Company, clockWasSet: boolean): Promise<Findings> {
  const { keepers, crowd, records, scene, verdict } = company;
  const wrong = await rest(company);
  for (const keeper of keepers) await keeper.stop();
  const lived = {
    ...{ said: crowd.said, acknowledged: crowd.acknowledged, clockWasSet },
    waiting: [...wrong, ...keepers.flatMap(({ waiting }) => waiting.splice(0))],
  };
  return verdict.of(await gatherFacts(lived, records, scene.discord));
}

/** A channel is listened to where it has automations. */
export async function settleIn({ scene, keepers, crowd, records }: Company): Promise<void> {
  for (const keeper of keepers) keeper.begin();
  const wrong: string[] = [];
  await readyAll(keepers, wrong);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  for (const [n, channel] of scene.channels.entries()) {
    await keepers[0]!.rpc('cron.add', {
      name: `tide of ${channel.name}`,
      create: true,
      schedule: { kind: 'every', everyMs: 5_000 + n * 3_000 },
      payload: { kind: 'agentTurn', message: `Say tide-${n}.`, sessionKey: `discord:${channel.id}` },
    });
    await until(
      async () => keepers.some((keeper) => keeper.errors().includes('commands registered')),
      READY_MS,
    );
    crowd.mention(channel);
  }
  const answered = async () => {
    const turns = await records.rows<{ n: number | string }>(
      `SELECT count(*) AS n FROM turns WHERE kind = 'person' AND state = 'closed'`,
    );
    return Number(turns[0]!.n) >= scene.channels.length;
  };
  if (!(await until(answered, READY_MS)))
    throw new Error(`nobody is answered: ${keepers.map((keeper) => keeper.errors()).join('\n')}`);
}

async function readyAll(keepers: readonly Keeper[], wrong: string[]): Promise<void> {
  for (const keeper of keepers)
    if (!(await keeper.untilReady(READY_MS)))
      wrong.push(`a desk was not ready within ${READY_MS / 1_000} s: ${keeper.errors().slice(-1_500)}`);
}

async function until(look: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!(await look().catch(() => false))) {
    if (performance.now() > end) return false;
    await pause(200);
  }
  return true;
}
