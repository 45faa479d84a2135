import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { Entry } from '../sessions/entry.ts';
import type { Channel, SessionKey } from '../sessions/key.ts';
import type { NewOp } from '../sessions/op.ts';
import type { Turn } from '../sessions/turn.ts';

/** Channels that people read; the desk's own sessions, isolated jobs and workers have no outside. */
const READ_BY_PEOPLE: readonly Channel[] = ['discord', 'console', 'terminal'];

/** The messages that carry a turn's answer to where its session is. */
export function replyOps(turn: Turn, text: string): NewOp[] {
  const { id, session, run } = turn;
  if (READ_BY_PEOPLE.includes(channelOf(session))) return [post(`${id}/1`, session, text)];
  if (run?.deliverTo === undefined) return [];
  // An isolated job's answer is news where it is delivered: that session remembers it.
  const { jobId, jobName } = run;
  const cron = { cron_job_id: jobId, cron_job_name: jobName, cron_run_id: id };
  const record: Entry = { v: 1, id: `${id}/1`, ts: 0, role: 'assistant', content: text, ...cron };
  return [{ ...post(`${id}/1`, run.deliverTo, text), record }];
}

function post(key: string, session: SessionKey, text: string): NewOp {
  return { key, lane: session, spec: { kind: 'post', channel: { id: chatIdOf(session) }, text } };
}
