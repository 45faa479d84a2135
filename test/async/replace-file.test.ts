import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFile } from '../../src/async/replace-file.ts';
import { tempHome } from '../support/temp-home.ts';

describe('a file that is replaced', () => {
  it('has the new content', async () => {
    const folder = tempHome();
    const path = join(folder, 'plan.json');
    writeFileSync(path, 'old');
    await replaceFile(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['plan.json']);
  });

  it('leaves no draft where it can not be replaced', async () => {
    const folder = tempHome();
    const path = join(folder, 'plan.json');
    mkdirSync(join(path, 'full'), { recursive: true });
    await expect(replaceFile(path, 'new')).rejects.toThrow(/EISDIR|ENOTEMPTY/);
    expect(readdirSync(folder)).toEqual(['plan.json']);
  });
});
