// The newsroom's pipeline in a process of its own, on the files and the database of a home, until all is posted or it dies
// by its own hand: SIGKILL at one step, which is a call of one of its ports, before or after it took effect.
// KILL_AT="ops.sending#3:before". It ends with `at rest after {"ops.sending":23,…}` on stdout: how often each step came.
import { appendFileSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskRunner } from '../../dist/modules/async/task-runner.js';
import { deskModel } from '../../dist/modules/llm/rules/desk-model.js';
import { HomeFiles } from '../../dist/modules/async/home-files.js';
import { AssetCollector } from '../../dist/modules/newsroom/assets/asset-collector.js';
import { Studio } from '../../dist/modules/newsroom/assets/studio.js';
import '../../dist/modules/main/channels.js';
import { opSettled, storyDelivery } from '../../dist/modules/newsroom/pipeline/story-delivery.js';
import { JobFiles } from '../../dist/modules/newsroom/batches/job-files.js';
import { StoryLog } from '../../dist/modules/newsroom/batches/story-log.js';
import { workerOutput } from '../../dist/modules/newsroom/model/worker-result.js';
import { Pipeline } from '../../dist/modules/newsroom/pipeline/pipeline.js';
import { Dispatcher } from '../../dist/modules/sessions/dispatcher.js';
import { openDatabase } from '../../dist/modules/store/sqlite/database.js';
import { SqliteSql } from '../../dist/modules/store/sqlite/sqlite-sql.js';
import { SqlEditorialActionBook } from '../../dist/modules/store/sql/editorial-action-book.js';
import { SqlOpBook } from '../../dist/modules/store/sql/op-book.js';
import { SqlStoryBook } from '../../dist/modules/store/sql/story-book.js';
import { SqlTaskBook } from '../../dist/modules/store/sql/task-book.js';
import { systemClock } from '../../dist/modules/time/clock.js';
import { fileChannel } from './channel.js';

const home = process.env.HOME_OF_LINE;
const [, dying, killAt, moment] = /^([\w.]+)#(\d+):(before|after)$/.exec(process.env.KILL_AT ?? '') ?? [];
const { edition, packs, events, pictures } = JSON.parse(readFileSync(join(home, 'world.json'), 'utf8'));

const counts = {};
const step = async (name, work) => {
  counts[name] = (counts[name] ?? 0) + 1;
  const dies = name === dying && counts[name] === Number(killAt);
  if (dies && moment === 'before') process.kill(process.pid, 'SIGKILL');
  const value = await work();
  if (dies) process.kill(process.pid, 'SIGKILL');
  return value;
};
const SUMS = new Set(['runDir', 'folder', 'lacking', 'settleMs']);
const mortal = (port, called) =>
  new Proxy(port, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const call = value.bind(target);
      return SUMS.has(name) ? call : (...args) => step(`${called}.${name}`, async () => call(...args));
    },
  });

const sql = new SqliteSql(openDatabase(join(home, 'desk.sqlite3'), 'test'));
const ops = mortal(new SqlOpBook(sql), 'ops');
const stories = mortal(new SqlStoryBook(sql), 'stories');
const failures = [];
const failed = (what, error) => failures.push(`${what}: ${error instanceof Error ? error.stack : error}`);
const dispatcher = new Dispatcher({
  ops,
  outboxes: { console: mortal(fileChannel(join(home, 'channel.jsonl')), 'channel') },
  clock: systemClock,
  landed: () => {},
  lost: (op, { because }) => failed(op.key, because),
  failed,
});

/** Writes as the desk model does; the second story's first reporter fails. */
async function ask(inbound) {
  if (inbound.profile === 'reporter' && inbound.id.includes('story_02'))
    return { status: 'failed', summary: 'no', error: 'the model refused' };
  const reply = await deskModel.reply({
    task: 'write',
    system: '',
    messages: [{ role: 'user', text: '' }],
    tools: [],
    limits: { maxOutputTokens: 1_000 },
    signal: new AbortController().signal,
    material: inbound.material,
  });
  const result = workerOutput.schema.parse(JSON.parse(reply.text));
  return { ...workerOutput.end(result, {}), servedBy: reply.servedBy };
}

/** Files in the place of pictures: drawing takes most of a life. */
const written = {
  beforeWriting: async () => ({ failures: [] }),
  afterWriting: async ({ storyId, folder }) => {
    const name = `${storyId}_card.png`;
    const path = join(folder, name);
    await mkdir(folder, { recursive: true });
    await writeFile(path, 'a picture');
    const size = { width: 1, height: 1, bytes: 9, sha256: '' };
    return { pictures: [{ kind: 'card', name, path, alt: 'A card', credit: '', ...size }], failures: [] };
  },
};

/** Real cards, drawn in the studio's process, however long that takes. The sources have no pictures to be fetched. */
function drawn() {
  const clock = systemClock;
  const files = new HomeFiles({ home });
  return new AssetCollector({
    clock,
    edition,
    fetcher: {},
    files,
    studio: new Studio({ clock }),
    afterMs: 300_000,
  });
}

const tasks = new TaskRunner({
  book: mortal(new SqlTaskBook(sql), 'tasks'),
  handlers: () => line.tasks,
  clock: systemClock,
  failed,
});
const line = new Pipeline({
  stories,
  tasks,
  ops,
  files: mortal(new JobFiles({ root: join(home, 'jobs') }), 'files'),
  log: mortal(new StoryLog({ root: join(home, 'logs'), clock: systemClock }), 'log'),
  actions: mortal(new SqlEditorialActionBook(sql), 'actions'),
  events: mortal(
    {
      event: async (id) => events.find((event) => event.id === id),
      reserve: async (ids) => ids,
      release: async () => {},
      markPosted: async (id) => appendFileSync(join(home, 'marks.txt'), `${id}\n`),
    },
    'events',
  ),
  sources: mortal({ build: async ({ story }) => packs[story.story_id], lacking: () => undefined }, 'sources'),
  assets: mortal(pictures ? drawn() : written, 'assets'),
  ask: (inbound) => step('worker.ask', () => ask(inbound)),
  render: (id, values) => ({ ref: { id, version: 1, sha256: '' }, text: '', variables: values }),
  edition,
  clock: systemClock,
  placeOf: async (_, desk) => ({ session: desk, isForum: false }),
  guildOf: async () => undefined,
  commands: () => new Set(),
  mayTell: () => false,
  delivered: storyDelivery({ ops, dispatcher, clock: systemClock }),
  posted: () => dispatcher.poke(),
  remembered: () => {},
  settled: opSettled({ ops, dispatcher, clock: systemClock }),
  report: async () => {},
  failed,
});

dispatcher.poke(); // what the life before wrote down and did not send
await line.resume();
await tasks.start();
await tasks.idle();
dispatcher.poke();
await dispatcher.idle();
if (failures.length > 0) console.error(failures.join('\n'));
console.log(`at rest after ${JSON.stringify(counts)}`);
process.exit(failures.length > 0 ? 1 : 0);
