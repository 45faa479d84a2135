/** Renews a lease until it is released, or somebody else has taken the role. */
import type { Clock } from '../../time/clock.ts';
import type { HeldLease, Lease, Leases } from './leases.ts';

const RENEW_MS = 3_000;
/** How often a waiting process looks whether the role is free. */
const LOOK_MS = 1_000;

export interface KeptLease extends Lease {
  /** Resolves when somebody else has taken the role; never otherwise. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

interface LeaseDeps {
  readonly leases: Leases;
  readonly clock: Clock;
  /** Renewing failed, as the database doesn't serve; it is tried again. */
  readonly failed: (error: unknown) => void;
}

/**
 * Take a role, waiting until it is free.
 * @param waits called once when somebody has it; what it throws ends the waiting.
 */
export async function waitForLease(
  { leases, clock }: Pick<LeaseDeps, 'leases' | 'clock'>,
  role: string,
  owner: string,
  waits: (held: HeldLease) => void,
  signal: AbortSignal,
): Promise<Lease> {
  for (let isFirst = true; ; isFirst = false) {
    const taken = await leases.take(role, owner);
    if ('lease' in taken) return taken.lease;
    if (isFirst) waits(taken.held);
    await clock.until(clock.now() + LOOK_MS, signal);
  }
}

/**
 * Renew a lease until it is closed or lost. A failed renewal isn't a loss: while the database is down, nobody else
 * can take it.
 */
export function keepLease({ leases, clock, failed }: LeaseDeps, lease: Lease): KeptLease {
  const closing = new AbortController();
  let tellLost = () => {};
  const lost = new Promise<void>((resolve) => (tellLost = resolve));
  const renewing = (async () => {
    for (;;) {
      await clock.until(clock.now() + RENEW_MS, closing.signal).catch(() => {}); // released
      if (closing.signal.aborted) return;
      const isOurs = await leases.renew(lease).catch((error: unknown) => {
        failed(error);
        return true; // nobody else can take it while the database doesn't serve
      });
      if (!isOurs) return tellLost();
    }
  })();
  return {
    ...lease,
    lost,
    release: async () => {
      closing.abort(new Error('released'));
      await renewing;
      await leases.release(lease).catch(failed); // it ends by itself
    },
  };
}
