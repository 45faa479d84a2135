/** Entries of a transcript, for tests of what is read from one. */
import type { Entry } from '../../src/sessions/entry.ts';
import { triggerText } from '../../src/sessions/turn-entries.ts';

export const said = (id: string, content = id, more: Partial<Entry> = {}): Entry => ({
  v: 1,
  id,
  ts: 1,
  role: 'user',
  content,
  ...more,
});

/** Ann's words. */
export const person = (content: string, id = content, more: Partial<Entry> = {}): Entry =>
  said(id, content, { author: { name: 'Ann' }, meta: { turn: id }, ...more });

export const answer = (content: string, id = content, meta: Entry['meta'] = {}): Entry =>
  said(id, content, { role: 'assistant', meta: { ...meta, kind: 'closure', status: 'ok' } });

export const call = (id: string, meta: Entry['meta'] = {}): Entry =>
  said(`call ${id}`, '', {
    role: 'assistant',
    meta: { ...meta, toolCalls: [{ id, name: 'look_up', args: {} }] },
  });

export const result = (id: string, content = 'found', meta: Entry['meta'] = {}): Entry =>
  said(`result ${id}`, content, { role: 'tool', meta: { ...meta, toolCallId: id, toolName: 'look_up' } });

export const closure = (turn: string, status: string, more: Partial<Entry> = {}): Entry =>
  said(`${turn}:9`, `${turn} ended ${status}`, {
    role: status === 'ok' ? 'assistant' : 'system',
    meta: { turn, kind: 'closure', status },
    ...more,
  });

/** All that a run leaves: its trigger, two steps and its closure. `id` is `<job>:<slot>`. */
export function run(id: string, status: string, { ts = 1, message = 'check the diary' } = {}): Entry[] {
  const job = id.split(':')[0]!;
  const cron = { cron_job_id: job, cron_job_name: job, cron_run_id: id };
  const step = { turn: id, kind: 'step' as const };
  return [
    said(`${id}:0`, triggerText(job, message), { ts, ...cron, _cron_turn: true, meta: { turn: id } }),
    call(id, step),
    result(id, 'found', step),
    closure(id, status, { ts, ...cron }),
  ];
}

export const summary = (covers: string, content: string): Entry =>
  said(`summary through ${covers}`, content, { role: 'system', meta: { kind: 'summary', covers } });

export const reset = (generation: number): Entry =>
  said(`reset:${generation}`, 'reset', { role: 'system', meta: { kind: 'generation', generation } });
