/**
 * The steps of a run of the newsroom's line, and which of them a run is to be killed at. A step is one call of one of
 * the pipeline's ports: `ops.sending`, `files.save`; a death at it comes before or after it took effect.
 */
import type { Chance } from './chance.ts';

/** How often each step comes in a run that nobody kills, in the order in which the steps first come. */
export type StepCounts = Readonly<Record<string, number>>;

/** `ops.sending:before`: what a whole crash run has to hit once at least. */
export type Spot = `${string}:${Moment}`;

/** `ops.sending#7:before`: the seventh such call of a life. */
export type Death = `${string}#${number}:${Moment}`;

type Moment = 'before' | 'after';

/** Each life dies once; then the run is brought to rest. */
const DEATHS_PER_HOME = 3;

export function spotsOf(counts: StepCounts): Spot[] {
  return Object.keys(counts).flatMap((step): Spot[] => [`${step}:before`, `${step}:after`]);
}

export function spotOf(death: Death): Spot {
  return death.replace(/#\d+/, '') as Spot;
}

/**
 * The deaths of each home. All spots are drawn before one is drawn twice; a home dies early in the run, in the middle,
 * and late. A first death is at any call of its step; a later one at the first calls, as lives that resume make fewer.
 */
export function drawDeaths(counts: StepCounts, homes: number, chance: Chance): Death[][] {
  const spots = spotsOf(counts);
  const steps = Object.keys(counts);
  const wanted = shuffled(spots, chance);
  while (wanted.length < homes * DEATHS_PER_HOME) wanted.push(...shuffled(spots, chance));
  const place = (spot: Spot) => steps.indexOf(spot.split(':')[0]!);
  const inOrder = wanted.slice(0, homes * DEATHS_PER_HOME).sort((a, b) => place(a) - place(b));
  return Array.from({ length: homes }, (_, home) =>
    Array.from({ length: DEATHS_PER_HOME }, (_, at) => {
      const spot = inOrder[home + at * homes]!;
      return deathAt(spot, at === 0 ? chance.between(1, counts[spot.split(':')[0]!]!) : chance.between(1, 2));
    }),
  );
}

/** One that comes for sure, as the first of its home, and two that may. */
export function deathsAt(spot: Spot, counts: StepCounts, chance: Chance): Death[] {
  const others = Array.from({ length: DEATHS_PER_HOME - 1 }, () => chance.one(spotsOf(counts)));
  return [deathAt(spot, 1), ...others.map((other) => deathAt(other, 1))];
}

function deathAt(spot: Spot, call: number): Death {
  const [step, moment] = spot.split(':') as [string, Moment];
  return `${step}#${call}:${moment}`;
}

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
