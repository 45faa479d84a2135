/**
 * A check of `nightdesk doctor`: whether the home can be used, whether a desk runs on it, and whether its database
 * is sound.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../async/make-folder.ts';
import type { Config } from '../config/config.ts';
import type { Finding } from '../feature/finding.ts';
import { sentenceOf } from '../text/sentence-of.ts';

/** Read-only checks. Each throws an error that says what is wrong, with a `remedy` where there is one. */
export interface HomeLooks<Seen> {
  /** Try the lock. @returns who holds it, if anybody does. */
  holder(): { readonly holder: string; readonly pid: number | undefined } | undefined;
  /** @returns undefined where there is no database yet. */
  database(): Seen | undefined;
  /** Rows that could not be read and were set aside. */
  setAside(): readonly { readonly table: string; readonly key: string; readonly reason: string }[];
}

interface ExaminedHome<Seen> {
  readonly findings: Finding[];
  readonly deskRuns: boolean;
  readonly seen?: Seen;
}

/** Findings on the home: its folder, lock, database and what was set aside. Nothing is changed. */
export function examineHome<Seen extends { readonly jobs?: number | undefined }>(
  config: Config,
  looks: HomeLooks<Seen>,
): ExaminedHome<Seen> {
  const home = homeFinding(config);
  const aside = setAsideFindings(config, looks);
  if (home.state !== 'ok') return { findings: [home, ...aside], deskRuns: false };
  const { finding: lock, runs } = lockFinding(looks);
  const { finding: database, seen } = databaseFinding(looks);
  return { findings: [home, lock, database, ...aside], deskRuns: runs, ...(seen && { seen }) };
}

/** A full disk still takes an empty file; a new database is half as large as this. */
const PROBE_BYTES = 1_000_000;

function homeFinding({ home, paths }: Config): Finding {
  const check = 'home';
  const probe = join(paths.data, `.doctor-${process.pid}`);
  try {
    makeFolder(paths.data);
    try {
      writeFileSync(probe, Buffer.alloc(PROBE_BYTES));
    } finally {
      rmSync(probe, { force: true });
    }
    return { check, state: 'ok', text: `${home} can be written to.` };
  } catch (error) {
    const isFull = /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '');
    const remedy = isFull
      ? 'Make room on its disk.'
      : 'Make it writable for this user, or name another one with NIGHTDESK_HOME.';
    return { check, state: 'problem', text: `${home} can't be written to: ${sentenceOf(error)}`, remedy };
  }
}

function lockFinding(looks: Pick<HomeLooks<unknown>, 'holder'>): { finding: Finding; runs: boolean } {
  const check = 'desk';
  try {
    const held = looks.holder();
    if (!held) {
      const text = 'No desk runs on this home.';
      return {
        finding: { check, state: 'ok', text, remedy: 'Start one: npx nightdesk start.' },
        runs: false,
      };
    }
    const who = held.pid === undefined ? '' : ` (process ${held.pid})`;
    const text = `A ${held.holder} runs on this home${who}.`;
    return { finding: { check, state: 'ok', text }, runs: held.holder === 'desk' };
  } catch (error) {
    const { remedy = 'Remove the lock file.' } = error as { remedy?: string };
    return { finding: { check, state: 'problem', text: sentenceOf(error), remedy }, runs: false };
  }
}

function databaseFinding<Seen extends { readonly jobs?: number | undefined }>(
  looks: Pick<HomeLooks<Seen>, 'database'>,
): { finding: Finding; seen?: Seen } {
  const check = 'database';
  try {
    const seen = looks.database();
    if (!seen)
      return { finding: { check, state: 'ok', text: 'There is none yet; the first start makes it.' } };
    const holds =
      seen.jobs === undefined
        ? 'it is brought forward at the next start'
        : `with ${seen.jobs} ${seen.jobs === 1 ? 'job' : 'jobs'}`;
    const text = `It is sound, ${holds}.`;
    return { finding: { check, state: 'ok', text }, seen };
  } catch (error) {
    const isMoved = (error as { code?: string }).code === 'moved';
    const remedy = isMoved
      ? 'Set DATABASE_URL, in the environment or in .env.'
      : 'Restore a backup after you moved data and sessions away, or move the database away to start with an empty desk.';
    return { finding: { check, state: 'problem', text: sentenceOf(error), remedy } };
  }
}

/** How many rows are named individually. */
const MOST_NAMED = 10;

function setAsideFindings({ paths }: Config, looks: Pick<HomeLooks<unknown>, 'setAside'>): Finding[] {
  const aside = looks.setAside();
  if (aside.length === 0) return [];
  const named = aside.slice(-MOST_NAMED).map(({ table, key, reason }) => `${table} “${key}”: ${reason}`);
  const more = aside.length > MOST_NAMED ? `, and ${aside.length - MOST_NAMED} before` : '';
  const rows = aside.length === 1 ? 'A row' : `${aside.length} rows`;
  const text = `${rows} of the database could not be read and went aside (${named.join('; ')}${more}).`;
  const remedy = `They stand whole in ${paths.setAside}. Make anew what is still wanted, then remove that file.`;
  return [{ check: 'database', state: 'warning', text, remedy }];
}
