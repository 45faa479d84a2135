/** A desk that is killed in each step of a newsletter, one life after the other, and what is left of it each time. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { found } from '../support/desk-process.ts';

export const SESSION = 'newsletter_20260214';
const child = fileURLToPath(new URL('./child.js', import.meta.url));
const sample = fileURLToPath(new URL('../../data/editions/sample.json', import.meta.url));

/** A home whose sample edition plans nothing by itself. */
export function prepareNewsletterHome(home: string): void {
  const edition = JSON.parse(readFileSync(sample, 'utf8')) as object;
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const quiet = { ...edition, pictures: false, schedules: [] };
  writeFileSync(join(home, 'data', 'editions', 'sample.json'), JSON.stringify(quiet));
}

/** Start a desk on a home, ask it something, and wait for its end. @returns the signal that ended it, or its exit code. */
export async function live(
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
export function readNewsletter(home: string) {
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
export function received(home: string): string[] {
  const file = join(home, 'channel.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { key: string }).key);
}
