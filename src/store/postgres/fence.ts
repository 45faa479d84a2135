/**
 * What keeps a process from writing once another has taken over from it. Whoever writes checks its token, and holds a lock
 * from then until it is committed; whoever takes over needs that lock for itself.
 */
import { codeOf } from './server-trouble.ts';

/** The lease under which a process writes (`leases.ts`). */
export interface Fence {
  readonly process: string;
  readonly token: number;
}

/** Another process has taken over: nothing was written. */
export class FencedOff extends Error {
  override readonly name = 'FencedOff';

  constructor({ process }: Fence) {
    super(`another desk has taken over from this ${process.split(':', 1)[0]}: nothing was written`);
  }
}

/** division_by_zero: the only way for a statement to fail on a condition. */
const NO_TOKEN = '22012';

/** The end of a transaction: fails unless the token is still this process's. */
export function fenceCheck({ process, token }: Fence): string {
  return `SELECT pg_advisory_xact_lock_shared(${numberOf(`'${process}'`)});
    SELECT 1 / (SELECT count(*) FROM fences WHERE role = '${process}' AND token = ${token})`;
}

export function isFencedOff(error: unknown): boolean {
  return codeOf(error) === NO_TOKEN;
}

/** Whether nobody writes under this lease at the moment; if so, nobody begins to until the transaction is over. */
export const HOLD_FENCE = `SELECT pg_try_advisory_xact_lock(${numberOf('?')}) AS held`;

function numberOf(process: string): string {
  return `hashtextextended('nightdesk-fence:' || ${process}, 0)`;
}
