/**
 * One worker of the built program reads all pages, three times over; prints what it took, as JSON. Memory is sampled
 * every 20 ms: the resident set of this process, which does nothing else, over what it was before the worker started.
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { WorkerExtractor } from '../dist/modules/newsroom/sources/worker-extractor.js';
import { systemClock } from '../dist/modules/time/clock.js';

const folder = process.argv[2];
const truth = JSON.parse(readFileSync(`${folder}ground-truth.json`, 'utf8'));
const ids = Object.keys(truth).sort();
/** One page at a time is unpacked, so that this process stays small. */
const page = (id) => gunzipSync(readFileSync(`${folder}html/${id}.html.gz`));
const MB = 1_048_576;

for (const id of ids) page(id);
globalThis.gc?.();
const before = process.memoryUsage.rss();
let peak = before;
const sampling = new AbortController();
const sampled = (async () => {
  while (!sampling.signal.aborted) {
    peak = Math.max(peak, process.memoryUsage.rss());
    await wait(20);
  }
})();

const extractor = new WorkerExtractor({ clock: systemClock, workers: 1, pageMs: 120_000 });
// The first page starts the worker and loads its libraries.
await extractor.extract({ bytes: page(ids[0]) }, truth[ids[0]].url);
const started = performance.now();
const cpu = process.cpuUsage();
for (let round = 0; round < 3; round++)
  for (const id of ids) await extractor.extract({ bytes: page(id) }, truth[id].url);
const seconds = (performance.now() - started) / 1_000;
const { user, system } = process.cpuUsage(cpu);
sampling.abort();
await sampled;
await extractor.close();
console.log(
  JSON.stringify({
    pagesPerSecond: (3 * ids.length) / seconds,
    pagesPerCpuSecond: (3 * ids.length * 1e6) / (user + system),
    residentMb: (peak - before) / MB,
  }),
);
