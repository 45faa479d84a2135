/**
 * One event as clustering sees it: its links, the sum of their vectors (the centroid, up to its length), and its place
 * in time.
 *
 * A small event is its links: products with each are quick, and most events never grow. A large one keeps the sum as
 * a table, so that a product costs what the link has terms, not what the event has.
 */
import type { SeenLink } from './seen-link.ts';
import { hasTerm, squareOf, type LaidVector, type SparseVector } from './sparse-vector.ts';

const SMALL = 6;
/** What is left of a sum when all that made it was taken away again. */
const NOTHING = 1e-6;

export class Cluster {
  readonly id: number;
  /** Its place in the index. */
  readonly slot: number;
  readonly parentId: number | null;
  /** Null while it was not posted. */
  readonly postedAtMs: number | null;
  /** In the order of placing; their vectors are made. */
  readonly links: SeenLink[] = [];
  #sum: Map<number, number> | undefined;
  #square = 0;
  #words = 0;
  #oldestAtMs = Infinity;
  #newestAtMs = -Infinity;

  constructor(id: number, slot: number, parentId: number | null, postedAtMs: number | null) {
    this.id = id;
    this.slot = slot;
    this.parentId = parentId;
    this.postedAtMs = postedAtMs;
  }

  /** `laid` has the link's vector. */
  add(link: SeenLink, laid: LaidVector): void {
    this.#square += 2 * this.dot(link, laid) + squareOf(link);
    this.links.push(link);
    this.#words += link.length;
    if (this.#sum !== undefined) addTimes(this.#sum, link, 1);
    else if (this.links.length > SMALL) this.#sum = sumOf(this.links);
    this.#newestAtMs = Math.max(this.#newestAtMs, link.atMs);
    this.#oldestAtMs = Math.min(this.#oldestAtMs, link.atMs);
  }

  /** `laid` has the link's vector. */
  remove(link: SeenLink, laid: LaidVector): void {
    const at = this.links.indexOf(link);
    if (at < 0) return;
    this.#square -= 2 * this.dot(link, laid) - squareOf(link);
    this.links.splice(at, 1);
    this.#words -= link.length;
    if (this.#sum !== undefined) addTimes(this.#sum, link, -1);
    this.#newestAtMs = this.links.reduce((newest, { atMs }) => Math.max(newest, atMs), -Infinity);
    this.#oldestAtMs = this.links.reduce((oldest, { atMs }) => Math.min(oldest, atMs), Infinity);
  }

  /** Cosine of a link's vector, which is laid out too, and the centroid, 0 to 1. */
  cosine(vector: SparseVector, laid: LaidVector): number {
    return this.#square <= NOTHING ? 0 : this.dot(vector, laid) / Math.sqrt(this.#square);
  }

  dot({ terms, values }: SparseVector, laid: LaidVector): number {
    let dot = 0;
    if (this.#sum === undefined) for (const link of this.links) dot += laid.dot(link);
    else for (let at = 0; at < terms.length; at++) dot += values[at]! * (this.#sum.get(terms[at]!) ?? 0);
    return dot;
  }

  /** Whether any of its links has this term. */
  has(term: number): boolean {
    if (this.#sum !== undefined) return this.#sum.has(term);
    for (const { terms } of this.links) if (hasTerm(terms, term)) return true;
    return false;
  }

  /** Words of a link, in the mean. */
  get meanLength(): number {
    return this.#words / (this.links.length || 1);
  }

  get oldestAtMs(): number {
    return this.#oldestAtMs;
  }

  get newestAtMs(): number {
    return this.#newestAtMs;
  }
}

function sumOf(links: readonly SparseVector[]): Map<number, number> {
  const sum = new Map<number, number>();
  for (const link of links) addTimes(sum, link, 1);
  return sum;
}

function addTimes(sum: Map<number, number>, { terms, values }: SparseVector, times: number): void {
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at]!;
    const value = (sum.get(term) ?? 0) + times * values[at]!;
    if (value < NOTHING) sum.delete(term);
    else sum.set(term, value);
  }
}
