/** Each figure of a chaos can be other than 0: a calm round is whole, and whatever is done to what it left is noticed. */
import Database from 'better-sqlite3';
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../src/main/channels.ts';
import { Chance } from '../crash/chance.ts';
import { Crowd } from './crowd.ts';
import { gatherFacts } from './facts.ts';
import { Keeper } from './keeper.ts';
import { recordsOfHome } from './records.ts';
import { besetFor, judgeAtRest, settleIn } from './round.ts';
import type { Company } from './round.ts';
import { openScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { INVARIANTS, Verdict } from './verdict.ts';
import type { Findings, Invariant } from './verdict.ts';

const home = mkdtempSync(join(tmpdir(), 'nightdesk-chaos-'));
let scene: Scene;
let company: Company;
let calm: Findings;

beforeAll(async () => {
  scene = await openScene();
  scene.furnish(home);
  const keepers = [new Keeper(home, () => scene.env)];
  const chance = new Chance(1);
  const crowd = new Crowd(scene, keepers, chance.branch());
  company = { scene, keepers, crowd, records: recordsOfHome(home), verdict: new Verdict() };
  await settleIn(company);
  // As long as the first story takes.
  for (let turn = 0; turn < 30 && storiesOf() === 0; turn++) await besetFor(2_000, [], company, chance);
  calm = await judgeAtRest(company, false);
}, 400_000);
afterAll(async () => {
  for (const keeper of company.keepers) await keeper.end();
  await scene.close();
  rmSync(home, { recursive: true, force: true });
});

const database = () => new Database(join(home, 'data', 'nightdesk.sqlite3'));
const storiesOf = () => {
  const db = database();
  const { n } = db.prepare('SELECT count(*) AS n FROM stories').get() as { n: number };
  db.close();
  return n;
};

/** What is found when this was done to the home; undone afterwards. */
async function foundAfter(
  sql: string | undefined,
  doing: () => void = () => {},
  waiting: readonly string[] = [],
): Promise<Record<Invariant, number>> {
  const folder = join(home, 'sessions');
  const files = readdirSync(folder).map(
    (name) => [join(folder, name), readFileSync(join(folder, name))] as const,
  );
  const db = database();
  try {
    db.exec('BEGIN');
    if (sql !== undefined) db.exec(sql);
    doing();
    const records = { ...company.records, rows: async <R>(asked: string) => db.prepare(asked).all() as R[] };
    const { said, acknowledged } = company.crowd;
    const lived = { said, acknowledged, waiting, clockWasSet: false };
    const facts = await gatherFacts(lived, records, scene.discord);
    const findings = company.verdict.of(facts);
    return Object.fromEntries(INVARIANTS.map((name) => [name, findings[name].length])) as Record<
      Invariant,
      number
    >;
  } finally {
    db.exec('ROLLBACK');
    db.close();
    for (const [file, bytes] of files) writeFileSync(file, bytes);
  }
}

const transcript = (channel: { id: string }) => join(home, 'sessions', `discord%3A${channel.id}.jsonl`);

it('finds nothing where nothing went wrong', () => {
  for (const name of INVARIANTS) expect(calm[name], name).toEqual([]);
  expect(storiesOf()).toBeGreaterThan(0);
});

it('notices an entry that is gone', async () => {
  const shorten = () => {
    const file = transcript(scene.channels[1]!);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [...lines.slice(0, 1), ...lines.slice(2)].join('\n'));
  };
  expect((await foundAfter(undefined, shorten))['entries lost']).toBeGreaterThan(0);
});

it('notices a message that is there twice', async () => {
  const channel = scene.channels[1]!;
  const answer = scene.discord
    .messages(channel)
    .findLast(({ author }) => author.id === scene.discord.bot.id)!;
  const again = scene.discord.say(scene.discord.bot, channel, answer.content);
  expect((await foundAfter(undefined))['messages twice']).toBe(1);
  scene.discord.remove(scene.discord.bot, again);
});

it('notices a story that is told twice', async () => {
  const twice = `INSERT INTO stories SELECT id || 'x', run, event, category, title, primary_url, language_model, desk,
    thread_op, thread, pack, story, published_at, place FROM stories LIMIT 1`;
  expect((await foundAfter(twice))['stories twice']).toBe(1);
});

it('notices a run that is stuck', async () => {
  const stuck = `UPDATE runs SET status = 'running' WHERE seq = (SELECT max(seq) FROM runs WHERE status = 'ok')`;
  expect((await foundAfter(stuck))['runs stuck']).toBe(1);
});

it('notices a slot that nobody accounts for', async () => {
  const dropped = `DELETE FROM runs WHERE seq = (SELECT max(seq) FROM runs WHERE status = 'ok' AND trigger = 'schedule')`;
  expect((await foundAfter(dropped))['slots unaccounted']).toBeGreaterThan(0);
});

it('notices a transcript that can’t be read', async () => {
  const tear = () => appendFileSync(transcript(scene.channels[1]!), '{"v":1,"id":"half an en');
  expect((await foundAfter(undefined, tear))['transcripts unreadable']).toBe(1);
});

it('takes a turn that sums the conversation up for nobody’s question', async () => {
  const summedUp = `INSERT INTO turns (id, kind, session, lane, state, inbound, accepted_at, starts, generation, ending, released, fence)
    SELECT 'compact:' || session || ':' || id || ':2', 'worker', session, lane, state, inbound, accepted_at, starts, generation,
      ending, released, fence FROM turns WHERE kind = 'person' AND state = 'closed' AND joined IS NULL`;
  expect((await foundAfter(summedUp))['callers left waiting']).toBe(0);
});

it('notices who is left without an answer', async () => {
  const unanswered = `DELETE FROM ops WHERE turn IN (SELECT id FROM turns WHERE kind = 'person' AND joined IS NULL
    AND session = 'discord:${scene.channels[2]!.id}')`;
  expect((await foundAfter(unanswered))['callers left waiting']).toBeGreaterThan(0);
  expect((await foundAfter(undefined, undefined, ['nobody said anything']))['callers left waiting']).toBe(1);
});
