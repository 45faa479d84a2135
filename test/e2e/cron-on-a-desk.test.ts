/** What a gateway's client hears of jobs from a desk that runs as a process of its own, and what outlives its death. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { tempHome } from '../support/temp-home.ts';

interface Told {
  readonly event: string;
  readonly payload: { jobId: string; action: string; status?: string; error?: string };
}

/** A model that never answers: turns go on until somebody ends them. */
let silent: Server;
let env: Record<string, string>;
let home: string;
beforeEach(async () => {
  home = tempHome();
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  env = {
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: 'silent',
    LOG_LEVEL: 'debug',
  };
});
afterEach(() => {
  silent.closeAllConnections();
  silent.close();
});

async function listening(more: Record<string, string> = {}) {
  const desk = await startDesk(home, more);
  const { seen, stop } = await desk.events();
  const told = seen as unknown as Told[];
  const heard = (jobId: string, action: string, nth = 1) =>
    found(() => {
      const all = told.filter(
        ({ event, payload }) => event === 'cron' && payload.jobId === jobId && payload.action === action,
      );
      return all[nth - 1]?.payload;
    });
  return { ...desk, heard, hush: stop };
}

const chat = (more: object = {}) => ({
  name: 'diary',
  schedule: { kind: 'cron', expr: '0 7 1 1 *' },
  payload: { message: 'look', sessionKey: 'console:news', ...more },
  create: true,
});

describe('a desk', () => {
  it('tells that a job which goes with its run is finished, then removed; the log has the store', async () => {
    const desk = await listening({ LOG_LEVEL: 'debug' });
    for (const payload of [{ text: 'look' }, { message: 'look' }]) {
      const { id } = await desk.rpc<{ id: string }>('cron.add', {
        name: 'once',
        schedule: { at: '1s' },
        payload,
        deleteAfterRun: true,
      });
      expect(await desk.heard(id, 'finished')).toMatchObject({ status: 'ok' });
      await desk.heard(id, 'removed');
      await expect(desk.rpc('cron.show', { id })).rejects.toThrow('not_found');
    }
    for (const line of ['cron: store loaded', 'cron: store saved', 'cron: scheduler started'])
      await found(() => desk.errors().includes(line) || undefined);
    desk.hush();
    expect((await desk.stop()).code).toBe(0);
  });

  it('tells that a run is finished when its session is reset', async () => {
    const desk = await listening(env);
    const { id } = await desk.rpc<{ id: string }>('cron.add', chat());
    await desk.rpc('cron.run', { id, mode: 'force' });
    await desk.heard(id, 'started');
    await desk.rpc('sessions.reset', { key: 'console:news' });
    expect(await desk.heard(id, 'finished')).toMatchObject({ status: 'interrupted' });
    desk.hush();
    await desk.stop();
  });

  it('tells that a job is updated when it is paused for failing ten times', async () => {
    const desk = await listening(env);
    const { id } = await desk.rpc<{ id: string }>('cron.add', chat({ timeoutSeconds: 0.05 }));
    for (let nth = 1; nth <= 10; nth++) {
      await desk.rpc('cron.run', { id, mode: 'force' });
      expect(await desk.heard(id, 'finished', nth)).toMatchObject({ status: 'timed_out' });
    }
    await desk.heard(id, 'updated');
    const { job } = await desk.rpc<{ job: { enabled: boolean; state: object } }>('cron.show', { id });
    expect(job.enabled).toBe(false);
    expect(job.state).toHaveProperty('pausedBecause');
    desk.hush();
    await desk.stop();
  });

  it('that is killed after a wake for now wakes when it is started again, though its heart does not beat', async () => {
    const first = await startDesk(home);
    await first.rpc('heartbeat.set', { enabled: false });
    await first.rpc('desk.pause');
    await first.rpc('wake', { mode: 'now', text: 'the harbour is on fire' });
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await startDesk(home);
    await second.rpc('desk.resume');
    await found(async () => {
      const { entries } = await second.rpc<{ entries: { content: string }[] }>('sessions.history', {
        key: 'main',
      });
      return entries.some(({ content }) => content.includes('the harbour is on fire')) || undefined;
    });
    await second.stop();
  });
});
