/** A campaign: rounds of faults over one newsroom, until its time is over or something was violated. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from '../crash/chance.ts';
import { besetFor, judgeAtRest, settleIn } from './round.ts';
import type { Company, Lane } from './round.ts';
import { INVARIANTS } from './verdict.ts';
import type { Invariant } from './verdict.ts';

const ROUND_MS = 60_000;

export interface Plan {
  readonly name: string;
  readonly company: Company;
  /** The faults of a round, counted from 1. */
  readonly lanes: (round: number) => readonly Lane[];
  readonly clockWasSet: () => boolean;
  /** It goes on for so long, or until there were so many restarts. */
  readonly lastMs: number;
  readonly restarts?: number | undefined;
}

export interface Outcome {
  readonly figures: ReadonlyMap<Invariant, number>;
  /** How many faults came in rounds that violated nothing. */
  readonly passed: number;
  /** What was violated, in words. */
  readonly wrong: readonly string[];
  readonly counts: string;
}

export async function campaign(plan: Plan, chance: Chance, say: (line: string) => void): Promise<Outcome> {
  const { company, lanes, clockWasSet, lastMs, restarts } = plan;
  const { keepers } = company;
  const figures = new Map<Invariant, number>();
  let passed = 0;
  let wrong: string[] = [];
  const until = performance.now() + lastMs;
  const starts = () => keepers.reduce((sum, keeper) => sum + keeper.starts, 0);
  const goesOn = () =>
    restarts === undefined ? performance.now() < until : starts() - keepers.length < restarts;
  try {
    await settleIn(company);
    for (let round = 1; wrong.length === 0 && goesOn(); round++) {
      if (round > 1) for (const keeper of keepers) keeper.begin();
      const ms = restarts === undefined ? Math.min(ROUND_MS, until - performance.now()) : ROUND_MS;
      const struck = await besetFor(ms, lanes(round), company, chance);
      const findings = await judgeAtRest(company, clockWasSet());
      wrong = [
        ...INVARIANTS.flatMap((name) => findings[name].map((what) => `${name}: ${what}`)),
        ...keepers.flatMap(({ gaveUp }) => gaveUp.splice(0).map((what) => `ended by itself: ${what}`)),
        ...brokenRules(company),
      ];
      for (const name of INVARIANTS) figures.set(name, findings[name].length);
      const faults = [...struck.values()].reduce((sum, n) => sum + n, 0);
      passed += wrong.length === 0 ? faults : 0;
      const what = [...struck].map(([name, n]) => (n === 1 ? name : `${n} ${name}`)).join(', ');
      say(`${plan.name}, round ${round}: ${what}; ${starts()} starts`);
    }
    return { figures, passed, wrong, counts: `${starts()} starts, ${await countsOf(company)}` };
  } finally {
    for (const keeper of keepers) await keeper.end();
    for (const keeper of keepers)
      if (wrong.length > 0) writeFileSync(join(keeper.home, 'desks.log'), keeper.log());
  }
}

async function countsOf({ records, crowd }: Company): Promise<string> {
  const count = async (table: string) =>
    Number((await records.rows<{ n: number | string }>(`SELECT count(*) AS n FROM ${table}`))[0]!.n);
  return (
    `${crowd.said.length} messages on Discord, ${crowd.acknowledged.size} at the gateway ` +
    `(${crowd.refusals.length} refused), ${await count('runs')} runs, ${await count('ops')} messages sent, ` +
    `${await count('stories')} stories, ${await count('newsletters')} newsletters`
  );
}

/** Requests that Discord would have refused. */
function brokenRules({ scene }: Company): string[] {
  return scene.discord.violations.map(
    ({ request, complaint }) => `Discord's rules: ${request.method} ${request.path}: ${complaint}`,
  );
}
