/**
 * Rate limits as headers on every answer; generous unless a test sets real ones. They pass by the real clock, whatever
 * clock the world has: the client waits for them by it.
 */
import { createHash } from 'node:crypto';
import type { Call } from './call.ts';

export interface Limit {
  readonly requests: number;
  readonly perMs: number;
}

interface Bucket {
  left: number;
  resetAt: number;
}

const GENEROUS: Limit = { requests: 10_000, perMs: 1_000 };

export class RateLimits {
  readonly #limits = new Map<string, Limit>();
  readonly #buckets = new Map<string, Bucket>();
  #global: Limit | undefined;

  /** Limit one route (`POST /channels/:channel/messages`) per channel, guild or token. */
  limit(line: string, requests: number, perMs: number): void {
    this.#limits.set(line, { requests, perMs });
  }

  limitAll(requests: number, perMs = 1_000): void {
    this.#global = { requests, perMs };
  }

  /** Count a request: the headers of its answer, and where it is one too many, how long to wait. */
  count(call: Call): { headers: Record<string, string>; wait?: { ms: number; global: boolean } } {
    if (this.#global) {
      const { bucket, isOver } = this.#draw('global', this.#global);
      if (isOver) return { headers: {}, wait: { ms: bucket.resetAt - Date.now(), global: true } };
    }
    const line = `${call.method} ${call.route}`;
    const limit = this.#limits.get(line) ?? GENEROUS;
    const major = call.path.split('/').slice(1, 3).join('/');
    const { bucket, isOver } = this.#draw(`${line} ${major}`, limit);
    const ms = Math.max(0, bucket.resetAt - Date.now());
    const headers = {
      'X-RateLimit-Limit': String(limit.requests),
      'X-RateLimit-Remaining': String(bucket.left),
      'X-RateLimit-Reset': String(bucket.resetAt / 1_000),
      'X-RateLimit-Reset-After': String(ms / 1_000),
      'X-RateLimit-Bucket': createHash('md5').update(line).digest('hex'),
    };
    return isOver ? { headers, wait: { ms, global: false } } : { headers };
  }

  #draw(key: string, limit: Limit): { bucket: Bucket; isOver: boolean } {
    let bucket = this.#buckets.get(key);
    if (!bucket || bucket.resetAt <= Date.now()) {
      bucket = { left: limit.requests, resetAt: Date.now() + limit.perMs };
      this.#buckets.set(key, bucket);
    }
    const isOver = bucket.left <= 0;
    if (!isOver) bucket.left--;
    return { bucket, isOver };
  }
}
