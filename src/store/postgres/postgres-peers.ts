/**
 * Desks that share a newsroom in PostgreSQL. Every second a desk looks who else works, takes over from those whose lease
 * has ended, and takes roles that are free.
 */
import { setMaxListeners } from 'node:events';
import type { Duties, PeerDesk, Peers, Role, Signal } from '../../sessions/peers.ts';
import type { Clock } from '../../time/clock.ts';
import { StoreError } from '../store-error.ts';
import { LEASE_MS, Leases } from './leases.ts';
import type { Lease } from './leases.ts';
import type { PostgresSql } from './postgres-sql.ts';
import type { Signals } from './signals.ts';

const LOOK_MS = 1_000;
const TIDY_MS = 30_000;

interface PeersDeps {
  readonly sql: PostgresSql;
  readonly lease: Lease;
  readonly isFirst: boolean;
  readonly signals: Signals;
  readonly clock: Clock;
  readonly log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
}

export class PostgresPeers implements Peers {
  readonly desk: string;
  readonly isFirst: boolean;
  /** Resolves when a role that was taken can't be begun. */
  readonly failed: Promise<StoreError>;
  readonly #deps: PeersDeps;
  /** Its writes need this desk's lease. */
  readonly #own: Leases;
  /** Taking over needs none: whoever is fenced off itself sees nothing to take over. */
  readonly #leases: Leases;
  readonly #held = new Set<string>();
  readonly #closing = new AbortController();
  #hasOthers: boolean;
  #looking: Promise<void> | undefined;
  #fail: (because: StoreError) => void = () => {};

  constructor(deps: PeersDeps) {
    this.#deps = deps;
    this.desk = deps.lease.process;
    this.isFirst = deps.isFirst;
    this.#hasOthers = !deps.isFirst;
    this.#leases = new Leases(deps.sql);
    this.#own = new Leases(deps.sql.fenced(deps.lease));
    this.failed = new Promise((resolve) => (this.#fail = resolve));
    setMaxListeners(0, this.#closing.signal);
  }

  hasOthers(): boolean {
    return this.#hasOthers;
  }

  holds(role: string): boolean {
    return this.#held.has(role);
  }

  signal(signal: Signal): void {
    if (this.#hasOthers) this.#deps.signals.send(signal);
  }

  async begin(duties: Duties): Promise<void> {
    await this.#deps.signals.listen((signal) => duties.receive(signal));
    await this.#takeRoles(duties.roles);
    if (this.isFirst) await this.#own.opened(this.#deps.lease);
    this.#looking = this.#keepLooking(duties);
  }

  async list(): Promise<PeerDesk[]> {
    const [leases, roles] = await Promise.all([this.#leases.held(), this.#leases.roles()]);
    return leases.map(({ process, owner, heldMs, silentMs }) => ({
      ...{ owner, heldMs, silentMs },
      isThis: process === this.desk,
      roles: roles.get(process) ?? [],
    }));
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('closed'));
    await this.#looking;
    await this.#deps.signals.close();
  }

  async #keepLooking(duties: Duties): Promise<void> {
    const { clock, log, signals } = this.#deps;
    let tidiedMs = clock.elapsed();
    for (;;) {
      await clock.until(clock.now() + LOOK_MS, this.#closing.signal).catch(() => {}); // closed
      if (this.#closing.signal.aborted) return;
      try {
        const gone = await this.#takeOver();
        // What the others left may be much: nobody waits for a role until it is written down.
        await Promise.all([this.#takeRoles(duties.roles), this.#takeUp(gone, duties)]);
        duties.look();
        await signals.look();
        if (clock.elapsed() - tidiedMs < TIDY_MS) continue;
        tidiedMs = clock.elapsed();
        await signals.tidy();
      } catch (error) {
        log.warn({ module: 'store', err: error }, 'looking at the other desks failed');
      }
    }
  }

  /** @returns the desks that this one has taken over from. */
  async #takeOver(): Promise<string[]> {
    const { log } = this.#deps;
    const gone: string[] = [];
    const others = (await this.#leases.list()).filter(({ process }) => process !== this.desk);
    this.#hasOthers = others.some(({ silentMs }) => silentMs < LEASE_MS);
    for (const { process, owner, silentMs } of others) {
      if (silentMs < LEASE_MS || !(await this.#leases.takeOver(process))) continue;
      log.warn({ module: 'store', desk: process, owner }, 'another desk is gone: took over what it left');
      gone.push(process);
    }
    return gone;
  }

  async #takeUp(gone: readonly string[], duties: Duties): Promise<void> {
    if (gone.length === 0) return;
    await duties.gone(gone);
    for (const process of gone) await this.#leases.forgotten(process);
  }

  async #takeRoles(roles: readonly Role[]): Promise<void> {
    const { lease, log } = this.#deps;
    for (const { name, begin } of roles) {
      if (this.#held.has(name) || this.#closing.signal.aborted) continue;
      if (!(await this.#own.takeRole(name, lease))) continue;
      this.#held.add(name);
      log.info({ module: 'store', role: name }, 'this desk has taken a role of the newsroom');
      try {
        await begin();
      } catch (error) {
        // Another desk may be able to. This one must not keep a role that it doesn't play.
        this.#fail(new StoreError('unusable', `the role ${name} can’t be begun`, { cause: error }));
        throw error;
      }
    }
  }
}
