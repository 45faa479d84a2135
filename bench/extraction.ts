/**
 * Extraction on real article pages, through a worker as the desk runs it: F1, precision and recall by the benchmark's own
 * score; pages a second of one worker; what a worker needs in memory at its peak. And the F1 of both halves of the pages,
 * those at even and at odd places of the list: rules that fit one half only would show.
 *
 * Reads `../shared/data/extraction-dev` beside the repository; without it there is nothing to measure. Memory and speed are
 * those of the built program: `npm run build` first. A process of its own (`extraction-worker-load.js`) reads them, so that
 * nothing but a worker adds to its memory. Beside it Readability on linkedom reads the same pages (`extraction-peer-load.js`):
 * it decodes no bytes, and gives no date, byline of the page's data or reason why there is no text.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { WorkerExtractor } from '../src/newsroom/sources/worker-extractor.ts';
import { systemClock } from '../src/time/clock.ts';
import { scoreAll, scorePage, type PageScore } from '../test/newsroom/sources/extraction-score.ts';
import { median } from './figures.ts';
import type { Row } from './row.ts';

const FOLDER = fileURLToPath(new URL('../../shared/data/extraction-dev/', import.meta.url));
const LOAD = fileURLToPath(new URL('./extraction-worker-load.js', import.meta.url));
const PEER = fileURLToPath(new URL('./extraction-peer-load.js', import.meta.url));
const BUILT = fileURLToPath(new URL('../dist/modules/newsroom/sources/worker-extractor.js', import.meta.url));

interface Truth {
  readonly articleBody: string;
  readonly url: string;
}

interface Load {
  readonly pagesPerSecond: number;
  /** Of processor time: what a quiet machine would do. */
  readonly pagesPerCpuSecond: number;
  readonly residentMb: number;
}

/** Ours and Readability alone read all pages so often in turns, each in a process of its own. */
const TURNS = 3;

/** No rows where the pages are not there. */
export async function benchExtraction(): Promise<Row[]> {
  if (!existsSync(FOLDER)) return [];
  const scores = await scorePages();
  const { f1, precision, recall, accuracy } = scoreAll(scores);
  const half = (odd: number) => scoreAll(scores.filter((_, at) => at % 2 === odd)).f1;
  const rows = [
    { what: `${scores.length} pages, F1`, value: f1, unit: '', goal: '>= .966, beyond .970' },
    { what: 'precision', value: precision, unit: '', goal: '' },
    { what: 'recall', value: recall, unit: '', goal: '' },
    { what: 'texts exactly right', value: accuracy, unit: '', goal: '' },
    { what: 'F1 of the pages at even places', value: half(0), unit: '', goal: '' },
    { what: 'F1 of the pages at odd places', value: half(1), unit: '', goal: '' },
  ];
  if (!existsSync(BUILT))
    throw new Error('npm run build first: speed and memory are those of the built program');
  const loads: Load[] = [];
  const peers: Pick<Load, 'pagesPerCpuSecond'>[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    loads.push(printedBy(LOAD));
    peers.push(printedBy(PEER));
  }
  const ofLoads = (figure: keyof Load) => median(loads.map((load) => load[figure]));
  const peer = median(peers.map(({ pagesPerCpuSecond }) => pagesPerCpuSecond));
  return [
    ...rows,
    { what: 'pages a second, one worker', value: ofLoads('pagesPerSecond'), unit: '1/s', goal: '>= 20' },
    {
      what: "pages a second of the worker's processor time",
      value: ofLoads('pagesPerCpuSecond'),
      unit: '1/s',
      goal: '',
    },
    { what: 'Readability on linkedom, the same', value: peer, unit: '1/s', goal: '' },
    {
      what: 'times Readability on linkedom',
      value: ofLoads('pagesPerCpuSecond') / peer,
      unit: '',
      goal: '>= 1',
    },
    {
      what: 'peak of resident memory that a worker adds',
      value: ofLoads('residentMb'),
      unit: 'MB',
      goal: '<= 256',
    },
  ];
}

function printedBy<T>(program: string): T {
  return JSON.parse(execFileSync(process.execPath, [program, FOLDER], { encoding: 'utf8' })) as T;
}

async function scorePages(): Promise<PageScore[]> {
  const truth = JSON.parse(readFileSync(`${FOLDER}ground-truth.json`, 'utf8')) as Record<string, Truth>;
  const extractor = new WorkerExtractor({ clock: systemClock, pageMs: 60_000 });
  try {
    return await Promise.all(
      Object.entries(truth)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(async ([id, { articleBody, url }]) => {
          const html = gunzipSync(readFileSync(`${FOLDER}html/${id}.html.gz`)).toString('utf8');
          return scorePage(articleBody, (await extractor.extract(html, url)).text);
        }),
    );
  } finally {
    await extractor.close();
  }
}
