/** The unit for systemd: what it starts is there, and systemd finds nothing wrong with it. Nothing here starts it. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempHome } from './support/temp-home.ts';

const UNIT = 'docs/nightdesk.service';
const text = readFileSync(UNIT, 'utf8');
const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];

it('starts the program of this repository, without rights, in a home of its own', () => {
  const [, bin, command] = valueOf('ExecStart')!.split(' ');
  expect(existsSync(bin!.replace('/opt/nightdesk/', ''))).toBe(true);
  expect(command).toBe('start');
  expect(text).toContain(`NIGHTDESK_HOME=/var/lib/${valueOf('StateDirectory')}`);
  expect(valueOf('User')).toBe('nightdesk');
  expect([valueOf('CapabilityBoundingSet'), valueOf('NoNewPrivileges')]).toEqual(['', 'yes']);
});

it('is a unit that systemd, where it is installed, reads without a remark and finds well protected', () => {
  const has = spawnSync('systemd-analyze', ['--version']).status === 0;
  // The program's path differs from machine to machine: that it is there is tested above.
  const unit = join(tempHome(), 'nightdesk.service');
  copyFileSync(UNIT, unit);
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' });
  const verified = has ? analyze('verify').stderr : '';
  expect(verified.split('\n').filter((line) => line !== '' && !line.includes('/usr/bin/node'))).toEqual([]);
  // 0 is closed, 10 open; in tenths.
  if (has) expect(analyze('security', '--offline=true', '--threshold=20').status).toBe(0);
  // Where it isn't: every directive is written as one.
  for (const line of text.split('\n')) expect(line).toMatch(/^(?:$|#.*|\[\w+\]|[A-Z]\w+=.*)$/);
});
