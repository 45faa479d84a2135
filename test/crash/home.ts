import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import type { Entry, Header } from '../../src/sessions/entry.ts';

const sample = fileURLToPath(new URL('../../data/editions/sample.json', import.meta.url));

/**
 * A home whose sample edition plans one run at once, and no second one while the test looks. Nothing that is recorded
 * depends on pictures, and drawing them is most of a run's time: it does without.
 */
export function prepareHome(home: string): void {
  const edition = JSON.parse(readFileSync(sample, 'utf8')) as {
    schedules: object[];
    pictures?: boolean;
  };
  edition.pictures = false;
  edition.schedules = [{ name: 'Sample planner', profile: 'planner_daily', every: '6h', startAfter: '3s' }];
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  writeFileSync(join(home, 'data', 'editions', 'sample.json'), JSON.stringify(edition));
}

/** What a home holds at one moment, read without a desk. */
export function readHome(home: string) {
  const db = new Database(join(home, 'data', 'nightdesk.sqlite3'), { readonly: true });
  try {
    const rows = <T>(sql: string) => db.prepare(sql).all() as T[];
    const read = db.transaction(() => ({
      turns: rows<{ id: string; kind: string; state: string; ending: string }>(
        `SELECT * FROM turns ORDER BY seq`,
      ),
      runs: rows<{ id: string; status: string; attempts: number }>(`SELECT * FROM runs ORDER BY seq`),
      ops: rows<{ key: string; state: string; attempts: number; spec: string }>(
        `SELECT * FROM ops ORDER BY seq`,
      ),
      stories: rows<{ id: string; thread: string | null; title: string }>(
        `SELECT * FROM stories ORDER BY id`,
      ),
      newsroomRuns: rows<{ id: string; state: string }>(`SELECT * FROM newsroom_runs`),
      journal: rows<{ session: string }>(`SELECT * FROM journal`),
    }));
    // The files after it: what the journal no longer holds stands there.
    return { ...read(), transcripts: readTranscripts(join(home, 'sessions')), jobFiles: readJobFiles(home) };
  } finally {
    db.close();
  }
}

export type Home = ReturnType<typeof readHome>;

/**
 * What is wrong with a home that has come to rest; nothing, when nothing was lost and nothing was done twice.
 * @param readMore the label of the edition.
 */
export function faults(home: Home, readMore = 'Read more'): string[] {
  const wrong: string[] = [];
  for (const { file, problem } of home.transcripts.flatMap((it) =>
    it.problems.map((problem) => ({ ...it, problem })),
  ))
    wrong.push(`${file}: ${problem}`);
  for (const turn of home.turns) if (turn.state !== 'closed') wrong.push(`turn ${turn.id} is ${turn.state}`);
  for (const run of home.runs)
    if (['queued', 'deferred', 'running'].includes(run.status)) wrong.push(`run ${run.id} is ${run.status}`);
  for (const op of home.ops) if (op.state !== 'sent') wrong.push(`op ${op.key} is ${op.state}`);
  for (const { session } of home.journal) wrong.push(`the journal still holds an entry of ${session}`);
  for (const { id, state } of home.newsroomRuns) if (state !== 'done') wrong.push(`run ${id} is ${state}`);
  for (const story of home.stories) {
    if (story.thread === null) wrong.push(`story ${story.id} has no thread`);
    const titles = home.transcripts.filter(({ entries }) =>
      entries.some(({ meta }) => meta?.thread === story.thread && meta?.kind === 'story'),
    );
    if (titles.length !== 1) wrong.push(`story ${story.id} is announced in ${titles.length} transcripts`);
    const thread = home.transcripts.find(({ key }) => key === story.thread);
    if (!thread?.entries.some(({ content }) => content.includes(`**${readMore}**`)))
      wrong.push(`the thread of story ${story.id} is not whole`);
  }
  const posted = home.jobFiles.filter(({ status }) => ['SUCCESS', 'RESCUED'].includes(status)).length;
  if (posted !== home.stories.length)
    wrong.push(`${posted} job files say that they were posted, the book has ${home.stories.length}`);
  for (const { file, status } of home.jobFiles)
    if (status === 'PLANNED' || status === 'DISPATCHED') wrong.push(`${file} is ${status}`);
  return wrong;
}

interface Transcript {
  readonly file: string;
  readonly key: string;
  readonly entries: Entry[];
  readonly problems: string[];
}

function readTranscripts(folder: string): Transcript[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const problems: string[] = [];
    if (!text.endsWith('\n')) problems.push('the last line is torn');
    const [header, ...entries] = text
      .split('\n')
      .slice(0, -1)
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as Entry & Header];
        } catch {
          problems.push(`a line is no JSON: ${line.slice(0, 60)}`);
          return [];
        }
      });
    if (!header?.header) problems.push('there is no header');
    const ids = entries.map(({ id }) => id);
    for (const id of new Set(ids))
      if (ids.filter((other) => other === id).length > 1) problems.push(`the entry ${id} stands there twice`);
    const calls = new Set(
      entries.filter(({ _cron_turn }) => _cron_turn).map(({ cron_run_id }) => cron_run_id),
    );
    for (const run of calls) {
      const closures = entries.filter(
        ({ meta, cron_run_id }) => cron_run_id === run && meta?.kind === 'closure',
      );
      if (closures.length !== 1) problems.push(`run ${run} has ${closures.length} closures`);
    }
    return { file, key: header?.key ?? '', entries, problems };
  });
}

interface JobFile {
  readonly file: string;
  readonly status: string;
  /** Why it was not posted. */
  readonly detail: string | null;
}

/** How the stories of a home stand, by their files. */
export function readJobFiles(home: string): JobFile[] {
  const root = join(home, 'data', 'newsroom', 'jobs');
  if (!existsSync(root)) return [];
  return readdirSync(root).flatMap((run) =>
    readdirSync(join(root, run))
      .filter((name) => /^story_\d+\.json$/.test(name))
      .map((name) => {
        const job = JSON.parse(readFileSync(join(root, run, name), 'utf8')) as {
          state: Omit<JobFile, 'file'>;
        };
        const { status, detail } = job.state;
        return { file: `${run}/${name}`, status, detail };
      }),
  );
}
