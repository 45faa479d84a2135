/** Many runs of five stories, killed at all the steps of a run, each from an empty home to its rest. */
import { rmSync } from 'node:fs';
import type { Chance } from './chance.ts';
import { killLine, stepsOfLine } from './line-kills.ts';
import { deathsAt, drawDeaths, spotsOf } from './line-steps.ts';
import type { Death, Spot } from './line-steps.ts';

interface Siege {
  /** Runs; more are made where steps were missed. */
  readonly homes: number;
  readonly chance: Chance;
  readonly newHome: () => string;
  readonly twoAtATime: <T>(tasks: readonly T[], work: (task: T) => Promise<void>) => Promise<void>;
}

interface Judged {
  readonly home: string;
  readonly deaths: readonly Death[];
  readonly wrong: readonly string[];
}

/** With fewer homes than this for each spot, the spots are a sample. */
const LEAST_HOMES_PER_SPOT = 1 / 3;
/** Whether a life reads a message back depends on chance, and on the life before it: what was missed is tried again. */
const MOST_TRIES = 5;

export async function besiegeLine({ homes, chance, newHome, twoAtATime }: Siege) {
  const whole = newHome();
  const counts = await stepsOfLine(whole);
  rmSync(whole, { recursive: true, force: true });
  const spots = spotsOf(counts);
  const hits = new Map<Spot, number>(spots.map((spot) => [spot, 0]));
  const judged: Judged[] = [];
  const kill = (tasks: readonly { deaths: Death[]; pictures: boolean }[]) =>
    twoAtATime(tasks, async ({ deaths, pictures }) => {
      const home = newHome();
      const { killedAt, wrong } = await killLine(home, deaths, { pictures });
      for (const spot of killedAt) hits.set(spot, (hits.get(spot) ?? 0) + 1);
      judged.push({ home, deaths, wrong });
    });
  const missed = () => spots.filter((spot) => hits.get(spot) === 0);

  // One run has real pictures.
  await kill(drawDeaths(counts, homes, chance).map((deaths, n) => ({ deaths, pictures: n === 0 })));
  const isWhole = homes >= spots.length * LEAST_HOMES_PER_SPOT;
  for (let n = 0; isWhole && n < MOST_TRIES && missed().length > 0; n++)
    await kill(missed().map((spot) => ({ deaths: deathsAt(spot, counts, chance), pictures: false })));
  const kills = [...hits.values()].reduce((sum, times) => sum + times, 0);
  return {
    judged,
    kills,
    spots: spots.length,
    spotsHit: spots.length - missed().length,
    neverHit: isWhole ? missed() : [],
    histogram: Object.keys(counts)
      .map((step) => `  ${step.padEnd(24)} ${times(hits, step, 'before')} ${times(hits, step, 'after')}`)
      .join('\n'),
  };
}

function times(hits: ReadonlyMap<Spot, number>, step: string, moment: 'before' | 'after'): string {
  return String(hits.get(`${step}:${moment}`) ?? 0).padStart(3);
}
