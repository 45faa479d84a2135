/**
 * A home in which a runner works, in this process: an edition without feeds, outlets on loopback that tell a few stories,
 * and folders of job files as another program writes them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { ukTime } from '../../src/newsroom/model/job-times.ts';
import { parseEntry } from '../../src/sessions/entry.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { transcriptName } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import { FlowingClock } from './flowing-clock.ts';
import { httpLoopback } from './sources/loopback.ts';
import { tempHome } from './temp-home.ts';

const TOPICS = ['library', 'harbour', 'tunnel', 'orchard', 'railway', 'brewery', 'cinema'];
const OUTLETS = ['gazette', 'courier', 'wire'];

export interface RunnerHome {
  readonly home: string;
  readonly config: Config;
  readonly env: Readonly<Record<string, string>>;
  /** Slower than the wall's: time-outs are for pages that hang, not for busy machines. */
  readonly clock: FlowingClock;
  /** Of the edition that `config` names, beside what the sample's has. */
  readonly edition: object;
  /** Where story `n` is told by an outlet. */
  url(n: number, outlet?: string): string;
  /** The answers of further paths, for all outlets. */
  readonly paths: Map<string, RequestListener>;
  /** Markup of the head of each page of a story. */
  head: (n: number) => string;
  /** A folder with these files: objects become JSON. @returns its path. */
  folder(name: string, files: Readonly<Record<string, unknown>>): string;
  transcript(session: SessionKey): Entry[];
  /** The log of a story. */
  logged(run: string, story: string): { event: string; [field: string]: unknown }[];
}

export async function runnerHome({
  edition: change = {},
  env: given = {},
}: { edition?: object; env?: Record<string, string> } = {}): Promise<RunnerHome> {
  const home = tempHome();
  const paths: RunnerHome['paths'] = new Map();
  const server = await httpLoopback((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://loopback');
    const answer = paths.get(pathname);
    const n = Number(/^\/story-(\d+)$/.exec(pathname)?.[1]);
    if (answer) return answer(request, response);
    const outlet = OUTLETS.findIndex((name) => request.headers.host?.startsWith(name));
    if (!(n >= 1) || outlet < 0) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page(n, outlet, there.head(n)));
  });
  const clock = new FlowingClock(Date.now(), 0.5);
  onTestFinished(async () => {
    clock.stop();
    await server.close();
  });
  const edition = {
    sample: undefined,
    feeds: [],
    schedules: [],
    pictures: false,
    tiers: { T1: ['gazette.localhost'], T2: ['courier.localhost', 'wire.localhost'], T3: [] },
    lengths: {
      story: { unit: 'words', min: 40, max: 1_200 },
      rescue: { unit: 'words', min: 40, max: 800 },
      desk: { words: [80, 400], cjk: [200, 1_200] },
    },
    ...change,
  };
  const sample = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  writeFileSync(
    join(home, 'data', 'editions', 'test.json'),
    JSON.stringify({ ...sample, ...edition, name: 'test' }),
  );
  const env = {
    NIGHTDESK_HOME: home,
    NIGHTDESK_EDITION: 'test',
    NIGHTDESK_TZ: 'Europe/London',
    GATEWAY_PORT: '0',
    LOG_LEVEL: 'silent',
    FETCH_ALLOW_PRIVATE: OUTLETS.map((name) => `${name}.localhost:${server.port}`).join(','),
    ...given,
  };
  const there: RunnerHome = {
    ...{ home, env, edition, paths, clock },
    config: readConfig(env, home).config,
    url: (n, outlet = 'gazette') => `http://${outlet}.localhost:${server.port}/story-${n}`,
    head: () => '',
    folder: (name, files) => {
      const folder = join(home, 'foreign', name);
      mkdirSync(folder, { recursive: true });
      for (const [file, content] of Object.entries(files))
        writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
      return folder;
    },
    transcript: (session) => {
      const text = readFileSync(join(home, 'sessions', transcriptName(session)), 'utf8');
      return text.split('\n').flatMap((line) => parseEntry(line) ?? []);
    },
    logged: (run, story) =>
      readFileSync(join(home, 'data', 'newsroom', 'logs', run, `${story}.jsonl`), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { event: string }),
  };
  return there;
}

/** What story `n` is about. */
export function topicOf(n: number): string {
  return TOPICS[(n - 1) % TOPICS.length]!;
}

/** `run.json` as the newsrooms before this one write it. */
export function foreignRun(run_id: string, runner: object = {}, atMs = Date.now()): object {
  return {
    schema_version: 'run_job_v1',
    run: { run_id, trigger: 'cron_daily', run_time_uk: ukTime(atMs) },
    destination: { platform: 'discord' },
    runner: {
      concurrency: 3,
      stagger_seconds: 0,
      default_timeout_seconds: 900,
      dm_targets: [],
      stop_run_on_failure: false,
      ...runner,
    },
    written_by: { program: 'write_run_job', version: 7 },
  };
}

/** `story_NN.json` as they write it, every field of the format and some that are theirs. */
export function foreignStory(
  there: Pick<RunnerHome, 'url'>,
  n: number,
  { run = 'discord-multi-2026-11-20-07-00', state = {}, story = {}, post = {} }: StoryChange = {},
): object {
  return {
    schema_version: 'story_job_v1',
    run: { run_id: run, trigger: 'cron_daily', run_time_uk: ukTime(Date.now()) },
    story: {
      story_id: `story_0${n}`,
      content_type: 'news_deep_dive',
      category: 'Global News',
      title: `Volunteers reopen the old ${topicOf(n)} of Larkmoor`,
      primary_url: there.url(n),
      supporting_urls: [there.url(n, 'courier'), there.url(n, 'wire')],
      concrete_anchor: `${n}11 volunteers`,
      flags: ['developing'],
      dedupe_key: there.url(n),
      event_id: null,
      hashtags: ['#larkmoor'],
      ...story,
    },
    destination: { platform: 'discord', title_channel_id: '', thread_name_template: '{title}' },
    spawn: {
      prompt_id: 'news_reporter_v2_2_inline',
      agent_id: 'newsroom',
      publisher_mode: 'script_posts',
      input_mapping: { story: '$.story' },
    },
    monitor: { poll_seconds: 5, timeout_seconds: 900, result_json_required: true },
    post: { on_success_dm_targets: [], on_failure_dm_targets: [], ...post },
    recover: {
      enabled: true,
      rescue_prompt_id: 'news_rescue_script_v1',
      max_rescue_attempts: 1,
      rescue_timeout_seconds: 600,
    },
    validation: { validator_id: 'news_reporter_script_v1', stop_run_on_failure: false },
    state: { status: 'PLANNED', locked_by: null, discord: { thread_id: null }, ...state },
    result: { final_status: null, errors: [], worker: null },
  };
}

interface StoryChange {
  readonly run?: string;
  readonly state?: object;
  readonly story?: object;
  readonly post?: object;
}

/** The folder of a whole run, by the numbers of its stories and what is different about each. @returns its path. */
export function foreignFolder(
  there: RunnerHome,
  run: string,
  stories: Readonly<Record<number, StoryChange>>,
  runner: object = {},
): string {
  const files: Record<string, unknown> = { 'run.json': foreignRun(run, runner) };
  for (const [n, change] of Object.entries(stories))
    files[`story_0${n}.json`] = foreignStory(there, Number(n), { run, ...change });
  return there.folder(run, files);
}

/** The sentences that story `n` has in its outlets, each outlet's its own. */
export function sentencesOf(n: number): readonly (readonly string[])[] {
  const topic = topicOf(n);
  return [
    [
      `The old ${topic} of Larkmoor reopened on Thursday after ${n}11 volunteers had repaired it over two winters.`,
      `Larkmoor Borough Council gave £48,${n}00 towards the materials and a further £6,200 for fire doors.`,
      `“Nobody believed that we would finish before the snow,” said Marion Tull, who led the work on the ${topic}.`,
      `The building had stood empty since 2009, when its last tenant left Larkmoor for a unit by the ring road.`,
      `Its sign says {${topic.toUpperCase()}} in braces, which the painter Ida Crane found in the first plans.`,
    ],
    [
      `Residents of Larkmoor queued from eight in the morning to see the ${topic}, which will be open four days a week.`,
      `Council leader Dev Anand said that the borough would pay for heating until March 2027.`,
      `A survey in May counted 34${n} loose slates and two cracked beams, all of which have been replaced.`,
      `The ${n}11 volunteers met every Saturday, and a baker from the market brought them breakfast.`,
      `Dev Anand thanked the families of Larkmoor who had lent the ${topic} their lamps, ladders and two vans.`,
    ],
    [
      `Engineers from Calder Works checked the roof of the ${topic} on Monday and found it sound.`,
      `The volunteers of Larkmoor plan a second appeal in spring to raise £15,${n}00 for a lift.`,
      `School classes from Larkmoor and nearby Penfold have booked visits for the first six weeks.`,
      `Insurance for the ${topic} costs £2,1${n}0 a year, which a raffle is to bring in.`,
      `Calder Works will look at the beams of the ${topic} again in two years, without charge, as it told Larkmoor.`,
    ],
  ];
}

function page(n: number, outlet: number, head: string): string {
  const title = `Volunteers reopen the old ${topicOf(n)} of Larkmoor`;
  const text = sentencesOf(n)[outlet]!;
  const paragraphs = text.map((sentence) => `<p>${sentence}</p>`).join('\n');
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><article><h1>${title}</h1>
${paragraphs}</article></body></html>`;
}
