/**
 * Clustering on real headlines: B-cubed for each set and the macro mean, links a second.
 * Reads `../shared/data/clustering-dev` beside the repository; without it there is nothing to measure.
 */
import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Clusterer, type ClusterSettings } from '../src/newsroom/cluster/clusterer.ts';
import { bCubed, type BCubed } from '../test/newsroom/cluster/b-cubed.ts';
import type { Row } from './row.ts';

interface Line {
  readonly title: string;
  readonly lede?: string;
  readonly ts: number;
  readonly story: string;
}

export interface ClusteringFigures extends BCubed {
  readonly set: string;
  readonly links: number;
  readonly ambiguous: number;
  readonly linksPerSecond: number;
}

const FOLDER = fileURLToPath(new URL('../../shared/data/clustering-dev/', import.meta.url));
const SETS = ['uci', 'allsides-dated', 'allsides-triples'];

/** Figures for each set that is there, in order. */
export function measureClustering(settings: Partial<ClusterSettings> = {}): ClusteringFigures[] {
  return SETS.filter((set) => existsSync(`${FOLDER}${set}.jsonl.gz`)).map((set) => measure(set, settings));
}

/** The same figures as rows; none where the data is not there. */
export async function benchClustering(): Promise<Row[]> {
  const figures = measureClustering();
  if (figures.length === 0) return [];
  return [
    ...figures.flatMap(({ set, f1, linksPerSecond }) => [
      { what: `${set}, B-cubed F1`, value: f1, unit: '', goal: '' },
      { what: `${set}, links a second`, value: linksPerSecond, unit: '1/s', goal: '' },
    ]),
    { what: 'macro B-cubed F1', value: macroF1(figures), unit: '', goal: '' },
  ];
}

function macroF1(figures: readonly ClusteringFigures[]): number {
  return figures.reduce((sum, { f1 }) => sum + f1, 0) / figures.length;
}

function measure(set: string, settings: Partial<ClusterSettings>): ClusteringFigures {
  const text = gunzipSync(readFileSync(`${FOLDER}${set}.jsonl.gz`)).toString('utf8');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const clusterer = new Clusterer(settings);
  const started = performance.now();
  let events = 0;
  let ambiguous = 0;
  const pairs = lines.map((line) => {
    const item = { title: line.title, lede: line.lede ?? '', atMs: line.ts * 1_000 };
    const decision = clusterer.decide(item);
    if (decision.ambiguous) ambiguous += 1;
    if (decision.action === 'join') {
      clusterer.place(item, decision.eventId);
      return { cluster: decision.eventId, gold: line.story };
    }
    const eventId = ++events;
    clusterer.begin(eventId);
    if (decision.action !== 'skip') clusterer.place(item, eventId);
    return { cluster: eventId, gold: line.story };
  });
  const seconds = (performance.now() - started) / 1_000;
  return {
    set,
    links: lines.length,
    ambiguous,
    linksPerSecond: Math.round(lines.length / seconds),
    ...bCubed(pairs),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = measureClustering();
  if (figures.length === 0) console.log(`no data at ${FOLDER}`);
  else {
    console.table(figures);
    console.log(`macro B-cubed F1 ${macroF1(figures).toFixed(3)}`);
  }
}
