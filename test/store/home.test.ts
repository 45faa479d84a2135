import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HomeLocked, lockHome } from '../../src/store/home-lock.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { pino } from 'pino';
import { readConfig } from '../../src/config/read-config.ts';
import { openEmbedded } from '../../src/main/stores.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

describe('the lock of a home', () => {
  it('is refused to a second desk, with the pid of the first', () => {
    const file = join(tempHome(), 'data', 'nightdesk.lock');
    const lock = lockHome(file, 4711);
    expect(() => lockHome(file, 4712)).toThrow(HomeLocked);
    expect(() => lockHome(file, 4712)).toThrow(
      /another desk \(process 4711\) runs on this home.*NIGHTDESK_HOME/,
    );
    lock.release();
    lockHome(file, 4712).release();
  });

  it('is released by any death', async () => {
    const file = join(tempHome(), 'data', 'nightdesk.lock');
    mkdirSync(dirname(file));
    const program = `
      const db = new (require('better-sqlite3'))(process.argv[1]);
      db.pragma('journal_mode = DELETE'); db.exec('BEGIN EXCLUSIVE'); console.log('held'); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['-e', program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    expect(() => lockHome(file, 1)).toThrow(HomeLocked);
    const gone = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await gone;
    lockHome(file, 1).release();
  });
});

describe('the database', () => {
  it('that is damaged is kept as it is, with a copy, and the start is refused', () => {
    const file = join(tempHome(), 'data', 'nightdesk.sqlite3');
    mkdirSync(dirname(file));
    const garbage = Buffer.alloc(8_192, 'not a database ');
    writeFileSync(file, garbage);
    expect(() => openDatabase(file, '20260101')).toThrow(StoreError);
    expect(() => openDatabase(file, '20260102')).toThrow(/is damaged.*Restore a backup/);
    expect(readFileSync(file)).toEqual(garbage);
    expect(readFileSync(`${file}.corrupt-20260101`)).toEqual(garbage);
    // The same damage is copied aside once; another damage again.
    expect(readdirSync(dirname(file)).filter((name) => name.includes('.corrupt-'))).toHaveLength(1);
    writeFileSync(file, Buffer.alloc(8_192, 'no database, too '));
    expect(() => openDatabase(file, '20260103')).toThrow(/a copy in .*corrupt-20260103/);
  });

  it('whose pages are damaged is refused too', () => {
    const file = join(tempHome(), 'data', 'nightdesk.sqlite3');
    const db = openDatabase(file, 'x');
    for (let n = 0; n < 500; n++)
      db.prepare(`INSERT INTO desk (name, value) VALUES (?, ?)`).run(`name ${n}`, 'x'.repeat(100));
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4_096, bytes.length - 4_096);
    writeFileSync(file, bytes);
    expect(() => openDatabase(file, 'stamp')).toThrow(/is damaged/);
    expect(readFileSync(file)).toEqual(bytes);
    expect(existsSync(`${file}.corrupt-stamp`)).toBe(true);
  });

  it('of a later desk is left alone', () => {
    const file = join(tempHome(), 'data', 'nightdesk.sqlite3');
    const db = openDatabase(file, 'x');
    db.pragma('user_version = 999');
    db.close();
    expect(() => openDatabase(file, 'x')).toThrow(/was written by a later Nightdesk \(schema 999\)/);
    expect(readdirSync(dirname(file)).filter((name) => name.includes('corrupt'))).toEqual([]);
  });
});

describe('the stores of a home', () => {
  it('are not opened empty beside transcripts: the database was lost, and that is said', async () => {
    const home = tempHome();
    const { config } = readConfig({ NIGHTDESK_HOME: home, LOG_LEVEL: 'silent' }, home);
    const log = pino({ level: 'silent' });
    openEmbedded(config, new FakeClock(), log).close();
    mkdirSync(join(home, 'sessions'), { recursive: true });
    writeFileSync(join(home, 'sessions', 'console%3Adesk.jsonl'), '{}\n');
    openEmbedded(config, new FakeClock(), log).close();
    writeFileSync(config.paths.database, '');
    expect(() => openEmbedded(config, new FakeClock(), log)).toThrow(
      /is missing or empty, though there are transcripts/,
    );
    rmSync(config.paths.database);
    expect(() => openEmbedded(config, new FakeClock(), log)).toThrow(/Restore a backup/);
    expect(existsSync(config.paths.database)).toBe(false);
  });

  it('are not opened empty where the newsroom was moved to PostgreSQL', () => {
    const home = tempHome();
    const { config } = readConfig({ NIGHTDESK_HOME: home, LOG_LEVEL: 'silent' }, home);
    const moved = join(home, 'data', 'moved-20261130080308');
    mkdirSync(moved, { recursive: true });
    const open = () => openEmbedded(config, new FakeClock(), pino({ level: 'silent' })).close();
    open(); // an empty folder is not one of a newsroom that was moved
    for (const name of readdirSync(join(home, 'data')).filter((one) => one.startsWith('nightdesk.sqlite3')))
      renameSync(join(home, 'data', name), join(moved, name));
    expect(open).toThrow(/was moved to PostgreSQL, .*moved-20261130080308: set DATABASE_URL/);
    expect(existsSync(config.paths.database)).toBe(false);
    rmSync(moved, { recursive: true });
    open();
  });

  it('name a lock file that is none', () => {
    const file = join(tempHome(), 'nightdesk.lock');
    writeFileSync(file, 'junk '.repeat(1_000));
    expect(() => lockHome(file, 1)).toThrow(/the lock file .*nightdesk.lock can't be used .*remove it/);
  });
});
