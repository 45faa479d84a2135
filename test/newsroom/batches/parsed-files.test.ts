import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ParsedFiles } from '../../../src/newsroom/batches/parsed-files.ts';

const schema = z.object({ state: z.string() });
let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nightdesk-parsed-'));
  file = join(root, 'story_01.json');
  write('PLANNED');
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (state: string, path = file) => writeFileSync(path, JSON.stringify({ state }));
/** A second later, all that was written before has settled. */
const settled = () => new ParsedFiles(() => Date.now() + 1_000);
const valueOf = async (files: ParsedFiles) => {
  const read = await files.read(file, schema);
  return read.ok ? read.value : read.reason;
};

describe('a parsed job file', () => {
  it('is not read again while it is the same file', async () => {
    const files = settled();
    const first = await valueOf(files);
    expect(first).toEqual({ state: 'PLANNED' });
    expect(await valueOf(files)).toBe(first);
    files.forget(root);
    expect(await valueOf(files)).not.toBe(first);
  });

  it('is read again when it was replaced, is gone, or became a link', async () => {
    const files = settled();
    await valueOf(files);
    write('SKIPPED', `${file}.new`);
    renameSync(`${file}.new`, file);
    expect(await valueOf(files)).toEqual({ state: 'SKIPPED' });
    renameSync(file, `${file}.old`);
    expect(await valueOf(files)).toBe('it is gone');
    symlinkSync(`${file}.old`, file);
    expect(await valueOf(files)).toBe('it is a symbolic link');
  });

  it('is read again when somebody wrote into it a moment after it was read, as many bytes as before', async () => {
    const files = new ParsedFiles();
    for (const state of ['PLANNED', 'SKIPPED', 'SUCCESS', 'FAILURE']) {
      write(state);
      expect(await valueOf(files)).toEqual({ state });
    }
  });
});
