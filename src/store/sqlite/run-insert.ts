import type { RunStatus } from '../../cron/run.ts';
import type { RenderedPrompt, RunOfTurn } from '../../sessions/turn.ts';
import type { Statements } from './statements.ts';

/** A slot that never was rendered. */
const NO_PROMPT = { id: 'none', version: 0, sha256: '' };

interface RunRow {
  readonly id: string;
  readonly session: string;
  readonly status: RunStatus;
  readonly nowMs: number;
  readonly prompt?: RenderedPrompt;
  readonly error?: string;
}

/** A row of the ledger; inside a transaction. The same id twice is one run. */
export function insertRun(
  sql: Statements,
  run: Pick<RunOfTurn, 'jobId' | 'jobName' | 'trigger' | 'slotMs' | 'attempt'>,
  row: RunRow,
): void {
  sql.run(
    `INSERT OR IGNORE INTO runs (id, job, job_name, session, trigger, status, slot, queued_at, finished_at, error,
       prompt_ref, prompt, variables, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    run.jobId,
    run.jobName,
    row.session,
    run.trigger,
    row.status,
    run.slotMs,
    row.nowMs,
    row.status === 'skipped' ? row.nowMs : null,
    row.error ?? null,
    JSON.stringify(row.prompt?.ref ?? NO_PROMPT),
    row.prompt?.text ?? '',
    JSON.stringify(row.prompt?.variables ?? {}),
    (run.attempt ?? 1) - 1, // its start is the next
  );
}
