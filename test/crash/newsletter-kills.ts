/** A desk that is killed in each step of a newsletter, one life after the other, and what is left of it each time. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import { found } from '../support/desk-process.ts';

const SESSION = 'newsletter_20260214';
const child = fileURLToPath(new URL('./child.js', import.meta.url));
const sample = fileURLToPath(new URL('../../data/editions/sample.json', import.meta.url));

/**
 * A newsletter whose desk is killed in each of its steps, and while it is sent: no step that was complete is done again, and
 * nothing is sent twice.
 *
 * @returns what is wrong; empty when nothing is
 */
export async function killNewsletter(home: string): Promise<string[]> {
  try {
    await killInEachStep(home);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

async function killInEachStep(home: string): Promise<void> {
  prepareNewsletterHome(home);
  const final = join(home, 'data', 'newsletters', SESSION, 'finalize_newsletter.json');
  const done = new Map<string, unknown>();
  for (const [at, step] of STEPS.entries()) {
    // The first life begins the newsletter; each other one does the step again that was cut off, and dies in the next.
    const isFirst = at === 0;
    const killAt = `newsletters.change#${isFirst ? 3 : 4}:before`;
    const ask = { method: 'newsletter.run', params: { session: SESSION } };
    assert.equal(await live(home, { killAt, ...(isFirst && { ask }) }), 'SIGKILL', step);
    const { state, steps } = readNewsletter(home);
    assert.equal(state, 'running');
    assert.deepEqual([...steps.keys()].toSorted(), STEPS.slice(0, at + 1).toSorted());
    assert.equal(steps.get(step)?.status, 'started', step);
    for (const [name, row] of done)
      assert.deepEqual(steps.get(name), row, `${name} when ${step} was cut off`);
    for (const name of STEPS.slice(0, at)) done.set(name, steps.get(name));
    assert.equal(existsSync(final), at === 8, `${final} after ${step}`);
  }

  // Its messages are written down, and that they are is not.
  assert.equal(await live(home, { killAt: 'newsletters.change#3:before' }), 'SIGKILL');
  assert.equal(readNewsletter(home).state, 'sending');
  const isAtRest = () => readNewsletter(home).state === 'done' && readNewsletter(home).open.length === 0;
  assert.equal(await live(home, { until: isAtRest }), 0);

  const { steps } = readNewsletter(home);
  assert.deepEqual(
    STEPS.map((name) => steps.get(name)?.status),
    STEPS.map(() => 'complete'),
  );
  for (const [name, row] of done) assert.deepEqual(steps.get(name), row, name);
  // An edit that is repeated changes nothing; a message that is repeated would be there twice.
  const posts = received(home).filter((key) => !/\/progress_\d+$/u.test(key));
  assert.deepEqual(posts.toSorted(), [...new Set(posts)].toSorted());
  const { sections } = JSON.parse(readFileSync(final, 'utf8')) as { sections: unknown[] };
  for (const part of ['head_1', 'thread', 'sources_1', ...sections.map((_, at) => `section${at + 1}_1`)])
    assert.ok(posts.includes(`newsletter:${SESSION}/${part}`), `${part} was not sent`);
}

/** A home whose sample edition plans nothing by itself. */
function prepareNewsletterHome(home: string): void {
  const edition = JSON.parse(readFileSync(sample, 'utf8')) as object;
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const quiet = { ...edition, pictures: false, schedules: [] };
  writeFileSync(join(home, 'data', 'editions', 'sample.json'), JSON.stringify(quiet));
}

/** Start a desk on a home, ask it something, and wait for its end. @returns the signal that ended it, or its exit code. */
async function live(
  home: string,
  { killAt, ask, until }: { killAt?: string; ask?: Ask; until?: () => boolean },
): Promise<NodeJS.Signals | number | null> {
  const desk = spawn(process.execPath, [child], {
    env: {
      PATH: process.env['PATH'],
      NIGHTDESK_HOME: home,
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'error',
      CHANNEL_FILE: join(home, 'channel.jsonl'),
      ...(killAt !== undefined && { KILL_AT: killAt }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    desk.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  const address = await Promise.race([
    new Promise<string>((resolve) =>
      desk.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
    ),
    ended.then(() => undefined), // it may die before it is ready
  ]);
  if (ask && address !== undefined) await call(address, ask).catch(() => {}); // it may die before it answers
  if (until) {
    await found(() => (until() ? true : undefined));
    desk.kill('SIGTERM');
  }
  return ended;
}

type Ask = { readonly method: string; readonly params: object };

async function call(address: string, { method, params }: Ask): Promise<void> {
  const { origin, hash } = new URL(address);
  await fetch(`${origin}/rpc`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hash.slice('#token='.length)}` },
    body: JSON.stringify({ id: 1, method, params }),
  });
}

/** Of the newsletter: its state, and of each step the status with when it began and ended. */
function readNewsletter(home: string) {
  const db = new Database(join(home, 'data', 'nightdesk.sqlite3'), { readonly: true });
  try {
    const { state } = (db.prepare(`SELECT state FROM newsletters`).get() ?? {}) as { state?: string };
    const steps = db.prepare(`SELECT step, status, started_at, ended_at FROM newsletter_steps`).all() as {
      step: string;
      status: string;
      started_at: number;
      ended_at: number | null;
    }[];
    const open = db
      .prepare(
        `SELECT key, state FROM ops WHERE state <> 'sent' AND error IS NOT 'a newer edit took its place'`,
      )
      .all();
    return { state, steps: new Map(steps.map(({ step, ...row }) => [step, row])), open };
  } finally {
    db.close();
  }
}

/** What the channel has received, each message by its key, also the second of a kind. */
function received(home: string): string[] {
  const file = join(home, 'channel.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { key: string }).key);
}
