/** The container's file: what it copies is there, its desk has no rights, and its health check is true. Nothing here builds it. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { openGateway } from './edges/gateway/open-gateway.ts';

const text = readFileSync('docs/container/Containerfile', 'utf8').replaceAll('\\\n', '');
const [build, run] = text.split(/^FROM .*$/m).slice(1) as [string, string];
const lines = (stage: string, name: string) =>
  [...stage.matchAll(new RegExp(`^\\s*${name} (.*)$`, 'gm'))].map(([, rest]) => rest!);

it('copies what is there, and nothing that a desk of this checkout has written', () => {
  const copied = lines(build, 'COPY').flatMap((line) => line.split(' ').slice(0, -1));
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  expect(copied.filter((path) => ['.', 'data', 'sessions', '.env'].includes(path))).toEqual([]);
  for (const needed of ['bin', 'src', 'web', 'prompts', 'data/editions', 'data/samples', 'package-lock.json'])
    expect(copied).toContain(needed);
});

it('runs as a user without rights, in a home of its own', () => {
  expect(lines(run, 'USER')).toEqual(['nightdesk']);
  expect(run).toMatch(/NIGHTDESK_HOME=\/var\/lib\/nightdesk\b/);
  expect(lines(run, 'VOLUME')).toEqual(['/var/lib/nightdesk']);
  expect(JSON.parse(lines(run, 'CMD').at(-1)!)).toEqual(['start']);
});

it('is healthy while the gateway answers, and only then', async () => {
  const command = /^HEALTHCHECK.* CMD (\[.*\])$/m.exec(run)![1]!;
  const [program, , script] = JSON.parse(command) as string[];
  expect(program).toBe('node');
  const gateway = await openGateway();
  const check = async () => {
    const env = { ...process.env, GATEWAY_PORT: String(gateway.port) };
    return once(spawn(process.execPath, ['-e', script!], { env, stdio: 'ignore' }), 'exit');
  };
  expect(await check()).toEqual([0, null]);
  await gateway.close();
  expect(await check()).toEqual([1, null]);
});

it('stands twice on PostgreSQL, closed, with the passwords of whoever starts it', () => {
  const compose = readFileSync('docs/container/compose.yaml', 'utf8');
  for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
    expect(compose).toContain(line);
  expect(compose.match(/<<: \*desk/g)).toHaveLength(2);
  expect(compose).not.toMatch(/(?:PASSWORD|TOKEN): (?!\$\{)/);
  expect(compose.match(/^ +ports: .*$/gm)!.every((line) => line.includes('127.0.0.1:'))).toBe(true);
});
