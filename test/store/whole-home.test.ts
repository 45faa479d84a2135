import Database from 'better-sqlite3';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { openEmbedded } from '../../src/main/stores.ts';
import { SYSTEM } from '../../src/sessions/actor.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { TranscriptWriter } from '../../src/sessions/transcript-writer.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

const log = pino({ level: 'silent' });
const open = (home: string) =>
  openEmbedded(readConfig({ NIGHTDESK_HOME: home, LOG_LEVEL: 'silent' }, home).config, new FakeClock(), log);
type Stores = ReturnType<typeof open>;

/** Many words, so that the log is folded into the database on the way. */
const write = async ({ state }: Stores, name: string, megabytes = 0) => {
  for (let n = 0; n < megabytes; n++) await state.set(`big ${n % 4}`, 'x'.repeat(1_000_000));
  await state.set(name, 'there');
};
const database = (home: string) => join(home, 'data', 'nightdesk.sqlite3');
const mark = (home: string) => `${database(home)}.mark`;

/** A copy of a home whose desk runs, or was killed. */
function copied(home: string, { without = [] as string[] } = {}): string {
  const copy = tempHome();
  cpSync(home, copy, { recursive: true });
  for (const name of without) rmSync(join(copy, 'data', name), { force: true });
  return copy;
}
const WAL = { without: ['nightdesk.sqlite3-wal', 'nightdesk.sqlite3-shm'] };

describe('a home that was copied without the log of its database', () => {
  it('is refused, with what to do: when nothing was folded into the database yet', async () => {
    const home = tempHome();
    const stores = open(home);
    await write(stores, 'a');
    expect(() => open(copied(home, WAL))).toThrow(
      /missing or empty, though a desk has run.*-wal, was left behind/,
    );
    stores.close();
  });

  it('is refused when it had run before, and after the log was folded on the way', async () => {
    const home = tempHome();
    open(home).close();
    const stores = open(home);
    for (const megabytes of [0, 5, 9]) {
      await write(stores, 'a', megabytes);
      const copy = copied(home, WAL);
      const before = readFileSync(database(copy));
      expect(() => open(copy)).toThrow(
        /lacks what was last written.*without its log, .*-wal.*restore a whole backup/,
      );
      expect(readFileSync(database(copy)).equals(before)).toBe(true);
      writeFileSync(mark(copy), ''); // an operator who wants the older state says so
      open(copy).close();
    }
    stores.close();
  });

  it('is refused when an older database stands in a home that went on', async () => {
    const home = tempHome();
    open(home).close();
    const older = copied(home);
    open(home).close();
    copyFileSync(database(older), database(home));
    expect(() => open(home)).toThrow(/lacks what was last written/);
  });
});

describe('a database that was copied without its log and its mark', () => {
  const session = sessionKey('console', 'desk');
  const origin = { channel: 'console', chatId: 'desk' } as const;
  const said = (id: string) =>
    ({ id, kind: 'person', session, origin, text: id, actor: SYSTEM, profile: 'chat' }) as const;
  const scribeOf = ({ turns: book, transcripts }: Stores) =>
    new TranscriptWriter({ book, transcripts, written: () => {} });
  const hear = async (stores: Stores, id: string) => {
    await stores.turns.accept(said(id), { nowMs: 1, unified: false });
    await scribeOf(stores).flush(session);
  };
  const MARK = 'nightdesk.sqlite3.mark';
  const lasting = { without: [MARK] };
  const alone = { without: [...WAL.without, MARK] };

  it('is refused where its transcripts know more, and opened where somebody says so', async () => {
    const home = tempHome();
    const first = open(home);
    await hear(first, 'm1');
    first.close();
    const stores = open(home);
    await hear(stores, 'm2');
    const copy = copied(home, alone);
    const before = readFileSync(database(copy));
    expect(() => open(copy)).toThrow(
      /older than the transcripts beside it: .*console%3Adesk.jsonl.*-wal.*make an empty file .*\.mark/,
    );
    expect(readFileSync(database(copy)).equals(before)).toBe(true);
    writeFileSync(mark(copy), '');
    open(copy).close();
    stores.close();
  });

  it('is opened where nothing is missing: closed before, killed with its log, while a turn or talk was written', async () => {
    const home = tempHome();
    const first = open(home);
    await hear(first, 'm1');
    first.close();
    open(copied(home, alone)).close();
    const stores = open(home);
    await hear(stores, 'm2');
    await stores.turns.start('m2', { nowMs: 2, deadlineMs: 99 });
    const step = {
      v: 1,
      id: 'm2:1000',
      ts: 2,
      role: 'assistant',
      content: 'let me look',
      meta: { turn: 'm2' },
    } as const;
    const talk = { v: 1, id: 'talk:0', ts: 2, role: 'user', content: 'good morning' } as const;
    await scribeOf(stores).jot(session, [step, talk]);
    const killed = open(copied(home, lasting));
    expect(await killed.turns.find('m2')).toEqual({ state: 'running' });
    killed.close();
    stores.close();
  });
});

describe('a home that is whole', () => {
  it('opens from a copy with its log, from one that was closed, and from a backup of any day', async () => {
    const home = tempHome();
    open(home).close();
    const oldBackup = copied(home);
    const stores = open(home);
    await write(stores, 'a', 6);
    const killed = open(copied(home));
    expect(await killed.state.get('a')).toBe('there');
    killed.close();
    stores.close();
    expect(existsSync(`${database(home)}-wal`)).toBe(false);
    const closed = open(copied(home, WAL));
    expect(await closed.state.get('a')).toBe('there');
    closed.close();
    open(oldBackup).close();
  });

  it('opens after a kill when another program has folded the log', async () => {
    const home = tempHome();
    const stores = open(home);
    await write(stores, 'a');
    const killed = copied(home);
    stores.close();
    const other = new Database(database(killed));
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    rmSync(`${database(killed)}-wal`, { force: true });
    const again = open(killed);
    expect(await again.state.get('a')).toBe('there');
    again.close();
  });

  it('says that another program has the database open, where its holder is dead', () => {
    const home = tempHome();
    const stores = open(home);
    const killed = copied(home); // the lock is another file there
    stores.close();
    const backup = new Database(database(killed));
    backup.prepare('SELECT count(*) FROM jobs').get();
    expect(() => open(killed)).toThrow(
      /Or another program, such as a backup or sqlite3, has .* open: close it/,
    );
    backup.close();
    open(killed).close();
  });

  it('keeps the log short while it writes', async () => {
    const home = tempHome();
    const stores = open(home);
    await write(stores, 'a', 30);
    expect(readFileSync(`${database(home)}-wal`).length).toBeLessThan(6_000_000);
    stores.close();
  });

  it('opens with a mark that nobody can read, and of a desk that made none', () => {
    const home = tempHome();
    open(home).close();
    writeFileSync(mark(home), 'junk');
    open(home).close();
    rmSync(mark(home));
    open(home).close();
    expect(existsSync(mark(home))).toBe(true);
  });
});

describe('a lock file that is removed while a desk runs', () => {
  const lock = (home: string) => join(home, 'data', 'nightdesk.lock');

  it('lets no second desk in', () => {
    const home = tempHome();
    const first = open(home);
    for (let n = 0; n < 3; n++) {
      rmSync(lock(home), { force: true });
      expect(() => open(home)).toThrow(/another desk \(process \d+\) runs on this home/);
    }
    // Nor when somebody puts another file there.
    rmSync(lock(home));
    writeFileSync(lock(home), '');
    expect(() => open(home)).toThrow(/another desk/);
    first.close();
    open(home).close();
  });

  it('is made anew by whoever holds the home', () => {
    const home = tempHome();
    const first = open(home);
    expect(first.keepLock()).toBe('held');
    rmSync(lock(home));
    expect(first.keepLock()).toBe('renewed');
    expect(existsSync(lock(home))).toBe(true);
    expect(first.keepLock()).toBe('held');
    expect(() => open(home)).toThrow(/another desk/);
    first.close();
    open(home).close();
  });

  it('stands in nobody’s way after a death, also when another program reads the database', () => {
    const home = tempHome();
    const running = open(home);
    const dead = copied(home); // what a killed desk leaves: its record, its log, and another lock file
    running.close();
    open(dead).close();
    const reader = new Database(database(home), { readonly: true });
    reader.prepare('SELECT count(*) FROM jobs').get();
    open(home).close();
    reader.close();
  });

  it('does not make a folder that is gone', () => {
    const home = tempHome();
    const first = open(home);
    rmSync(join(home, 'data'), { recursive: true });
    expect(first.keepLock()).toBe('lost');
    expect(existsSync(join(home, 'data'))).toBe(false);
    mkdirSync(join(home, 'data'));
    appendFileSync(join(home, 'data', 'x'), '');
    first.close();
  });
});
