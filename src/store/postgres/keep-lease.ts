/** Renews a lease until it is released, or another process has taken over. */
import type { Clock } from '../../time/clock.ts';
import type { Entered, HeldLease, Lease, LeaseHolder, Leases } from './leases.ts';

const RENEW_MS = 3_000;
/** How often a waiting process looks whether it may begin. */
const LOOK_MS = 1_000;

export interface KeptLease extends Lease {
  /** Resolves when another process has taken over; never otherwise. */
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
 * Begin to work, waiting while a process is in the way.
 * @param waits called once when one is; what it throws ends the waiting.
 */
export async function waitForLease(
  { leases, clock }: Pick<LeaseDeps, 'leases' | 'clock'>,
  who: { readonly holder: LeaseHolder; readonly id: string; readonly owner: string },
  waits: (held: HeldLease) => void,
  signal: AbortSignal,
): Promise<Exclude<Entered, { held: HeldLease }>> {
  for (let isFirst = true; ; isFirst = false) {
    const entered = await leases.enter(who.holder, who.id, who.owner);
    if ('lease' in entered) return entered;
    if (isFirst) waits(entered.held);
    await clock.until(clock.now() + LOOK_MS, signal);
  }
}

/** Renew a lease until it is closed or lost. A failed renewal isn't a loss: another process can't take over either. */
export function keepLease({ leases, clock, failed }: LeaseDeps, lease: Lease): KeptLease {
  const closing = new AbortController();
  let markLost = () => {};
  const lost = new Promise<void>((resolve) => (markLost = resolve));
  const renewing = (async () => {
    for (;;) {
      await clock.until(clock.now() + RENEW_MS, closing.signal).catch(() => {}); // released
      if (closing.signal.aborted) return;
      const isOurs = await leases.renew(lease).catch((error: unknown) => {
        failed(error);
        return true;
      });
      if (!isOurs) return markLost();
    }
  })();
  return {
    ...lease,
    lost,
    release: async () => {
      closing.abort(new Error('released'));
      await renewing;
      await leases.end(lease).catch(failed); // it ends by itself
    },
  };
}
