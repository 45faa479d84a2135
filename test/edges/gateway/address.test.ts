import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAddress, urlOf, writeAddress } from '../../../src/edges/client/gateway-address.ts';
import { readToken } from '../../../src/edges/client/token.ts';
import { tempHome } from '../../support/temp-home.ts';

const ADDRESS = { host: '127.0.0.1', port: 4711, pid: 99 };

it('is kept for its owner alone, and read back', () => {
  const file = join(tempHome(), 'gateway.json');
  writeAddress(file, ADDRESS);
  expect(readAddress(file)).toEqual(ADDRESS);
  expect(lstatSync(file).mode & 0o077).toBe(0);
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:4711'],
  ['::1', 'http://[::1]:4711'],
])('is one that browsers take: %s', (host, url) => {
  expect(urlOf({ host, port: 4711 })).toBe(url);
});

it('is not written through a link, nor read through one', () => {
  const home = tempHome();
  const file = join(home, 'gateway.json');
  const elsewhere = join(home, 'elsewhere');
  writeFileSync(elsewhere, JSON.stringify({ ...ADDRESS, host: 'evil.example' }));
  symlinkSync(elsewhere, file);
  symlinkSync(elsewhere, `${file}.99`);
  expect(readAddress(file)).toBeUndefined();
  writeAddress(file, ADDRESS);
  expect(readAddress(file)).toEqual(ADDRESS);
  expect(readFileSync(elsewhere, 'utf8')).toContain('evil.example');
  expect(existsSync(`${file}.99`)).toBe(false);
});

it('is not waited for at a pipe, and neither is the token', () => {
  const pipe = join(tempHome(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(readAddress(pipe)).toBeUndefined();
  expect(readToken(pipe)).toBe('');
});
