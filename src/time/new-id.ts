import { randomInt } from 'node:crypto';
import { ulid } from 'ulid';

/** A new id: a ULID in lower case. Ids sort by time, to the millisecond. */
export function newIdAt(nowMs: number): string {
  return ulid(nowMs, fraction).toLowerCase();
}

/** From 0 to less than 1, out of Node's own pool: the library's default asks the system for each character. */
function fraction(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}
