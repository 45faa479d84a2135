/**
 * The newsroom's line under SIGKILL: a run of five stories is killed at a step of it, taken up by a new process, killed
 * there too, and once more, and then brought to rest. Then there are five stories, each message once, each picture once.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Assignment } from '../../src/newsroom/model/assignment.ts';
import { SUPERSEDED } from '../../src/newsroom/pipeline/batch-ops.ts';
import { urlKey } from '../../src/newsroom/model/url-key.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.ts';
import { SqlSessionIndex } from '../../src/store/sql/session-index.ts';
import { SqlStoryBook } from '../../src/store/sql/story-book.ts';
import { anEdition } from '../newsroom/an-edition.ts';
import { DESK, aPlan, packFor } from '../newsroom/newsroom-world.ts';
import { pictureFaults } from '../support/picture-faults.ts';
import type { Death, Spot, StepCounts } from './line-steps.ts';
import { spotOf } from './line-steps.ts';

const life = fileURLToPath(new URL('./line-life.js', import.meta.url));
const RUN = 'run-1';
const STORIES = 5;

export interface LineOptions {
  /** Real pictures, drawn in a process of its own: the steps are the same, a life takes many times as long. */
  readonly pictures?: boolean;
}

/** A home whose database has an ordered run of five stories. */
async function prepare(home: string, { pictures = false }: LineOptions): Promise<void> {
  const edition = anEdition({ sample: true });
  const plan = aPlan(RUN, STORIES, Date.now(), edition);
  const db = openDatabase(join(home, 'desk.sqlite3'), 'test');
  const sql = new SqliteSql(db);
  const desk = { key: DESK, origin: { channel: 'console', chatId: 'desk' }, title: 'desk' } as const;
  await new SqlSessionIndex(sql).open(desk, 0);
  await new SqlStoryBook(sql).order({
    id: RUN,
    session: DESK,
    plan,
    createdAtMs: Date.now(),
  });
  db.close();
  const packs = Object.fromEntries(plan.stories.map((job) => [job.story.story_id, packFor(job)]));
  const events = plan.stories.map(({ story }) => ({
    id: story.event_id,
    parentId: null,
    title: story.title,
    links: [{ key: urlKey(story.primary_url), title: story.title, description: '' }],
  }));
  writeFileSync(join(home, 'world.json'), JSON.stringify({ edition, packs, events, pictures }));
}

interface Ended {
  readonly end: NodeJS.Signals | number | null;
  /** The steps that it took, when it came to rest. */
  readonly steps?: StepCounts;
  readonly said: string;
}

function live(home: string, killAt?: Death): Promise<Ended> {
  const child = spawn(process.execPath, [life], {
    env: { PATH: process.env['PATH'], HOME_OF_LINE: home, ...(killAt !== undefined && { KILL_AT: killAt }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => said.push(String(chunk)));
  return new Promise((resolve) =>
    child.once('close', (code, signal) => {
      const all = said.join('');
      const counts = /at rest after (.+)/.exec(all)?.[1];
      const steps = counts === undefined ? {} : { steps: JSON.parse(counts) as StepCounts };
      resolve({ end: signal ?? code, ...steps, said: all });
    }),
  );
}

/** The steps of a run that nobody kills. */
export async function stepsOfLine(home: string): Promise<StepCounts> {
  await prepare(home, {});
  const { steps, said } = await live(home);
  const wrong = await faults(home, {});
  if (!steps || wrong.length > 0)
    throw new Error(`the pipeline does not run at all: ${wrong.join('; ')} ${said}`);
  return steps;
}

/** @returns where it was killed, and what is wrong afterwards. A life that never comes to its death comes to rest. */
export async function killLine(
  home: string,
  deaths: readonly Death[],
  options: LineOptions = {},
): Promise<{ killedAt: Spot[]; wrong: string[] }> {
  await prepare(home, options);
  const killedAt: Spot[] = [];
  for (const death of deaths) {
    const { end, said } = await live(home, death);
    if (end === 'SIGKILL') killedAt.push(spotOf(death));
    else if (end !== 0) return { killedAt, wrong: [`it ended with ${end}: ${said}`] };
  }
  const { end, said } = await live(home);
  const ended = end === 0 ? [] : [`it ended with ${end}: ${said}`];
  return { killedAt, wrong: [...ended, ...(await faults(home, options))] };
}

/** What is wrong with a home at rest. */
async function faults(home: string, { pictures = false }: LineOptions): Promise<string[]> {
  const wrong: string[] = [];
  const db = openDatabase(join(home, 'desk.sqlite3'), 'test');
  const all = db.prepare('SELECT key, state, spec, error FROM ops ORDER BY seq').all() as {
    key: string;
    state: string;
    spec: string;
    error: string | null;
  }[];
  // An edit that a newer one has replaced before it was sent is none of those that have to arrive.
  const ops = all.filter(({ error }) => error !== SUPERSEDED);
  const runs = db.prepare('SELECT state FROM newsroom_runs').all() as { state: string }[];
  const stories = db.prepare('SELECT id FROM stories').all();
  db.close();
  if (stories.length !== STORIES) wrong.push(`there are ${stories.length} stories`);
  if (runs.some(({ state }) => state !== 'done')) wrong.push('the run is not done');
  for (const { key, state } of ops) if (state !== 'sent') wrong.push(`${key} is ${state}`);

  const arrived = lines(join(home, 'channel.jsonl')).map((line) => (JSON.parse(line) as { key: string }).key);
  for (const { key } of ops) {
    const times = arrived.filter((other) => other === key).length;
    if (times !== 1) wrong.push(`${key} arrived ${times} times`);
  }
  // One message tells of the batch, from its plan to its end.
  const told = ops.filter(({ key }) => key.startsWith(`batch:${RUN}/`));
  const specs = told.map(({ spec }) => JSON.parse(spec) as { kind: string; text: string });
  if (specs.filter(({ kind }) => kind === 'post').length !== 1) wrong.push('the batch has not one message');
  if (!specs.at(-1)?.text.startsWith('5 of 5 stories posted.'))
    wrong.push(`the batch ends with ${specs.at(-1)?.text}`);
  const titles = ops.filter(({ key }) => key.endsWith('/title')).length;
  if (titles !== STORIES) wrong.push(`there are ${titles} titles`);
  const files = ops.flatMap(
    ({ spec }) => (JSON.parse(spec) as { files?: { name: string; path: string }[] }).files ?? [],
  );
  for (let n = 1; n <= STORIES; n++) {
    const name = `story_0${n}`;
    const shown = files.filter((file) => file.name === `${name}_card.png`);
    if (shown.length !== 1) wrong.push(`the picture of ${name} is shown ${shown.length} times`);
    else if (pictures) wrong.push(...(await pictureFaults(shown[0]!.path)));
    const job = JSON.parse(readFileSync(join(home, 'jobs', RUN, `${name}.json`), 'utf8')) as Assignment;
    const expected = n === 2 ? 'RESCUED' : 'SUCCESS';
    if (job.state.status !== expected) wrong.push(`${name} is ${job.state.status}: ${job.state.detail}`);
    if (job.state.attempts !== 1) wrong.push(`${name} was attempted ${job.state.attempts} times`);
    if (!lines(join(home, 'marks.txt')).includes(String(n))) wrong.push(`the event of ${name} is not marked`);
  }
  return wrong;
}

function lines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}
