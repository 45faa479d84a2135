import type { Entry } from '../sessions/entry.ts';
import { hasHan } from '../text/chinese/has-han.ts';
import type { Job } from './job.ts';

/** What a job's conversation remembers of its removal by somebody: it is the job's last word, as the job itself is gone. */
export function removedEntry({ id, name }: Pick<Job, 'id' | 'name'>, by: string, nowMs: number): Entry {
  const content = hasHan(name)
    ? `${by} 已移除定時工作「${name}」。`
    : `${by} removed the automation “${name}”.`;
  return { v: 1, id: `removed:${id}`, ts: nowMs, role: 'system', content };
}
