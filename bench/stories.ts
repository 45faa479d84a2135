/**
 * What a story costs us beside model and network: a run of 100 stories through the pipeline, on real files and a real
 * database, with reporters that answer at once. Waiting for a place among the others is not counted. Stories that run
 * beside each other share one thread, so the time of each includes what the others do; a second run has one at a time.
 *
 * It runs in a process of its own: memory is then the pipeline's, not that of the benchmarks before it.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import '../src/main/channels.ts';
import type { BatchPlan } from '../src/newsroom/model/batch-plan.ts';
import type { Inbound } from '../src/sessions/turn.ts';
import { NewsroomWorld, byDeskModel } from '../test/newsroom/newsroom-world.ts';
import { percentile, residentMb } from './figures.ts';
import type { Row } from './row.ts';

const STORIES = 100;
const AT_ONCE = 3;
const ALONE = 50;
/** After these, what is loaded lazily is there. */
const WARM = 10;

export async function benchStories(): Promise<Row[]> {
  const here = fileURLToPath(import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--import', 'tsx', here]);
  return JSON.parse(stdout) as Row[];
}

async function measured(): Promise<Row[]> {
  const beside = await ran(STORIES, AT_ONCE);
  const alone = await ran(ALONE, 1);
  const { took, memory, heap, seconds, ownMs } = beside;
  const own = (atOnce: string, all: number[], p: number): Row => ({
    what: `a story's own time, ${atOnce}, p${p * 100}`,
    value: percentile(all.slice(WARM), p),
    unit: 'ms',
    goal: '',
  });
  return [
    own(`${AT_ONCE} at once`, took, 0.5),
    own(`${AT_ONCE} at once`, took, 0.99),
    own('one at a time', alone.took, 0.5),
    own('one at a time', alone.took, 0.99),
    { what: 'its processor time, 3 at once, mean', value: ownMs, unit: 'ms', goal: '' },
    { what: `${STORIES} stories in one run`, value: seconds, unit: 's', goal: '' },
    { what: 'memory after 10 stories', value: memory[0] ?? NaN, unit: 'MB', goal: '' },
    { what: 'memory after 50 stories', value: memory[4] ?? NaN, unit: 'MB', goal: '' },
    { what: 'memory after 100 stories', value: memory.at(-1) ?? NaN, unit: 'MB', goal: 'flat' },
    {
      what: 'objects kept for each story, from the 10th to the 100th',
      value: (((heap.at(-1) ?? NaN) - (heap[0] ?? NaN)) * 1_024) / (STORIES - WARM),
      unit: 'kB',
      goal: '< 100',
    },
  ];
}

interface Ran {
  /** A story's own time, in the order in which they ended; ms. */
  readonly took: number[];
  /** Resident, after each ten stories; MB. */
  readonly memory: number[];
  readonly heap: number[];
  readonly seconds: number;
  /** A story's own processor time; ms. */
  readonly ownMs: number;
}

async function ran(count: number, atOnce: number): Promise<Ran> {
  const world = new NewsroomWorld();
  try {
    const began = new Map<string, number>();
    const took: number[] = [];
    const memory: number[] = [];
    const heap: number[] = [];
    /** Processor time of what isn't the pipeline's: the reporters, and looking at the memory; ms. */
    let others = 0;
    // The reporter's own time is taken off: it stands for a model.
    world.work = async (inbound: Inbound) => {
      const asked = performance.now();
      const before = processorMs();
      const end = await byDeskModel(inbound);
      others += processorMs() - before;
      const story = inbound.id.split('/')[1] ?? '';
      began.set(story, (began.get(story) ?? 0) + (performance.now() - asked));
      return end;
    };
    const { log } = world;
    const note: typeof log.note = async (run, story, event, fields) => {
      if (event === 'job_seen') began.set(story, performance.now());
      await log.note(run, story, event, fields);
      if (event !== 'job_ended') return;
      took.push(performance.now() - (began.get(story) ?? NaN));
      if (took.length % 10 === 0) {
        const before = processorMs();
        (globalThis as { gc?: () => void }).gc?.();
        memory.push(residentMb(process.pid));
        heap.push(process.memoryUsage().heapUsed / 1_048_576);
        others += processorMs() - before;
      }
    };
    const plan = await world.order('bench', count, (given) => distinct(given, atOnce));
    const start = performance.now();
    const processor = processorMs();
    const line = world.line({ log: { note } });
    line.take('bench');
    await line.idle();
    const seconds = (performance.now() - start) / 1_000;
    const ownMs = (processorMs() - processor - others) / count;
    const statuses = await world.statuses(plan);
    const posted = statuses.filter((status) => status === 'SUCCESS').length;
    if (posted !== count) throw new Error(`${posted} of ${count} stories were posted`);
    return { took, memory, heap, seconds, ownMs };
  } finally {
    world.close();
  }
}

/** Of this process, its collector and its file operations included; it hardly depends on what else the machine does. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** No two of the same title. */
function distinct(plan: BatchPlan, concurrency: number): BatchPlan {
  const syllables = ['ba', 'ke', 'li', 'mo', 'ru', 'sa', 'te', 'vi', 'wo', 'zu'];
  const name = (at: readonly number[]) =>
    at
      .map((n) => syllables[n % 10])
      .join('')
      .replace(/^./, (first) => first.toUpperCase());
  for (const [n, { story }] of plan.stories.entries()) {
    const [ones, tens] = [n % 10, Math.floor(n / 10)];
    story.title = `${name([ones, tens, n * 7])}ford and ${name([tens, n * 3, ones])}ton: ${story.title}`;
  }
  Object.assign(plan.run.runner, { concurrency });
  return plan;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(JSON.stringify(await measured()));
