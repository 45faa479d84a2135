/**
 * Clustering on real headlines: B-cubed without a model and with someone to ask, on each set, on mixes of them, and how
 * time and memory grow. Reads `../shared/data/clustering-dev` beside the repository; without it there is nothing to
 * measure.
 */
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Clusterer } from '../src/newsroom/intake/cluster/clusterer.ts';
import { decideInBatches } from '../src/newsroom/intake/cluster/decide-in-batches.ts';
import { bCubed, type BCubed } from '../test/newsroom/intake/cluster/b-cubed.ts';
import {
  labelledSets,
  longStream,
  merged,
  taiwanHeadlines,
  thinned,
  withSingletons,
  type Headline,
} from './clustering-data.ts';
import { Oracle } from './clustering-oracle.ts';
import type { Row } from './row.ts';

export interface ClusteringFigures extends BCubed {
  readonly links: number;
  /** Links of the largest event. */
  readonly largest: number;
  readonly seconds: number;
  /** Asked for each 1,000 links. */
  readonly decisions: number;
  readonly prompts: number;
}

/** Which answers err moves a set by up to .02: the mean of these counts. */
const SEEDS = [11, 12, 13];

/**
 * One pass over a stream; with `errors` someone is asked who errs in that share of answers. B-cubed is that of the links
 * in `counted`, where it is given.
 */
export async function measure(
  links: readonly Headline[],
  errors?: number,
  seed = SEEDS[0]!,
  counted?: ReadonlySet<Headline>,
): Promise<ClusteringFigures> {
  const clusterer = new Clusterer();
  const oracle = errors === undefined ? undefined : new Oracle(clusterer, errors, seed);
  const started = performance.now();
  let events = 0;
  const pairs: { cluster: number | string; gold: string }[] = [];
  const sizes = new Map<number, number>();
  const outcomes = decideInBatches({ clusterer, links, newEventId: () => ++events, ask: oracle?.ask });
  for await (const { item, eventId } of outcomes) {
    if (eventId !== null) sizes.set(eventId, (sizes.get(eventId) ?? 0) + 1);
    if (counted && !counted.has(item)) continue;
    pairs.push({ cluster: eventId ?? `skipped ${pairs.length}`, gold: item.story });
  }
  const seconds = (performance.now() - started) / 1_000;
  const perThousand = (count: number) => (count * 1_000) / links.length;
  return {
    links: links.length,
    largest: Math.max(...sizes.values()),
    seconds,
    decisions: perThousand(oracle?.decisions ?? 0),
    prompts: perThousand(oracle?.prompts ?? 0),
    ...bCubed(pairs),
  };
}

/** The figures as rows; none where the data is not there. */
export async function benchClustering(): Promise<Row[]> {
  const sets = labelledSets();
  if (sets.size === 0) return [];
  return [
    ...(await chinese(sets)),
    ...(await rule(sets)),
    ...(await asked(sets)),
    ...(await mixes(sets)),
    ...(await growth(sets)),
  ];
}

type Sets = ReadonlyMap<string, readonly Headline[]>;

/** So many English headlines of the same day, ahead of the Chinese ones and among them. */
const AMID = 1_500;

async function chinese(sets: Sets): Promise<Row[]> {
  const links = taiwanHeadlines();
  if (links.length === 0) return [];
  const { f1, precision, recall } = await measure(links);
  const lastMs = links.at(-1)!.atMs;
  const english = thinned(merged(sets.values(), 1), 0.2).slice(0, AMID);
  const behindMs = lastMs - (english.at(-1)?.atMs ?? 0);
  const amid = [...links, ...english.map((link) => ({ ...link, atMs: link.atMs + behindMs }))];
  amid.sort((a, b) => a.atMs - b.atMs);
  const among = await measure(amid, undefined, SEEDS[0], new Set(links));
  return [
    { what: `taiwan-headlines amid ${english.length} English, F1`, value: among.f1, unit: '', goal: '≥ .90' },
    { what: 'taiwan-headlines, B-cubed F1', value: f1, unit: '', goal: '≥ .92' },
    { what: 'taiwan-headlines, precision', value: precision, unit: '', goal: '' },
    { what: 'taiwan-headlines, recall', value: recall, unit: '', goal: '' },
  ];
}

async function rule(sets: Sets): Promise<Row[]> {
  const rows: Row[] = [];
  const all: number[] = [];
  for (const [set, links] of sets) {
    const { f1, precision, recall, largest } = await measure(links);
    all.push(f1);
    rows.push(
      { what: `${set}, B-cubed F1`, value: f1, unit: '', goal: '' },
      { what: `${set}, precision`, value: precision, unit: '', goal: '' },
      { what: `${set}, recall`, value: recall, unit: '', goal: '' },
      { what: `${set}, largest event`, value: largest, unit: 'links', goal: '' },
    );
  }
  return [...rows, { what: 'macro B-cubed F1', value: mean(all), unit: '', goal: '≥ .87' }];
}

async function asked(sets: Sets): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, errors, goal] of [
    ['perfect', 0, '≥ .93'],
    ['5% errors', 0.05, ''],
    ['10% errors', 0.1, '≥ .90'],
  ] as const) {
    const figures: ClusteringFigures[] = [];
    for (const [set, links] of sets) {
      const passes: ClusteringFigures[] = [];
      for (const seed of errors > 0 ? SEEDS : SEEDS.slice(0, 1))
        passes.push(await measure(links, errors, seed));
      const found = passes[0]!;
      figures.push(...passes);
      rows.push({
        what: `asked, ${name}: ${set}`,
        value: mean(passes.map(({ f1 }) => f1)),
        unit: '',
        goal: '',
      });
      if (errors > 0) continue;
      rows.push(
        { what: `asked, ${name}: ${set}, decisions per 1,000`, value: found.decisions, unit: '', goal: '' },
        { what: `asked, ${name}: ${set}, prompts per 1,000`, value: found.prompts, unit: '', goal: '' },
      );
    }
    rows.push(
      { what: `asked, ${name}: macro`, value: mean(figures.map(({ f1 }) => f1)), unit: '', goal },
      {
        what: `asked, ${name}: decisions per 1,000`,
        value: mean(figures.map((it) => it.decisions)),
        unit: '',
        goal: '≤ 450',
      },
      {
        what: `asked, ${name}: prompts per 1,000`,
        value: mean(figures.map((it) => it.prompts)),
        unit: '',
        goal: '≤ 30',
      },
    );
  }
  return rows;
}

/** The threshold must hold at other volumes and mixtures than it was fitted on. */
async function mixes(sets: Sets): Promise<Row[]> {
  const streams = [
    ...[...sets].map(([set, links]) => [`${set}, thinned to 25%`, thinned(links, 0.25)] as const),
    ...[...sets].map(([set, links]) => [`${set}, mostly singletons`, withSingletons(links)] as const),
    ['all in one stream', merged(sets.values())] as const,
    ['all in one stream of two days', merged(sets.values(), 2)] as const,
  ];
  const rows: Row[] = [];
  for (const [what, links] of streams)
    rows.push({ what, value: (await measure(links)).f1, unit: '', goal: '' });
  return rows;
}

async function growth(sets: Sets): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [count, days, goal] of [
    [10_000, 14, '< 1.5'],
    [10_000, 2, '< 1.5'],
    [30_000, 14, ''],
    [100_000, 14, '< 15'],
    [100_000, 2, ''],
  ] as const) {
    const links = longStream(sets.values(), count, days);
    const before = resident();
    const { f1, seconds } = await measure(links);
    const what = `${count.toLocaleString('en')} links over ${days} days`;
    rows.push(
      { what, value: seconds, unit: 's', goal },
      { what: `${what}, memory grown`, value: resident() - before, unit: 'MB', goal: '< 400' },
      { what: `${what}, memory of the process`, value: resident(), unit: 'MB', goal: '' },
      { what: `${what}, B-cubed F1`, value: f1, unit: '', goal: '' },
    );
  }
  return rows;
}

function resident(): number {
  return process.memoryUsage().rss / 2 ** 20;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { what, value, unit, goal } of await benchClustering())
    console.log(`${what.padEnd(55)} ${value.toFixed(3).padStart(10)} ${unit.padEnd(6)} ${goal}`);
