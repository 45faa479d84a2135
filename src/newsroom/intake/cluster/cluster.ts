/**
 * One event as clustering sees it: its links, the sum of their vectors (the centroid, up to its length), and its place
 * in time.
 *
 * A small event is its links: products with each are quick, and most events never grow. A large one keeps the sum as
 * a table, so that a product reads each of its terms once, not once for each link.
 */
import type { SeenLink } from './seen-link.ts';
import { hasTerm, squareOf, type LaidVector } from './sparse-vector.ts';
import { NOTHING, TermTable } from './term-table.ts';

const SMALL = 6;
/** A word of this share of the links is the event's own. */
const OWN_SHARE = 0.02;

export class Cluster {
  readonly id: number;
  /** Its place in the index. */
  readonly slot: number;
  readonly parentId: number | null;
  /** Null while it was not posted. */
  readonly postedAtMs: number | null;
  /** In the order of placing; their vectors are made. */
  readonly links: SeenLink[] = [];
  /** Of a large event. */
  #sum: TermTable | undefined;
  #withNames = 0;
  #withNumbers = 0;
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
    this.#square += 2 * this.dot(laid) + squareOf(link);
    this.links.push(link);
    this.#note(link, 1);
    if (this.#sum !== undefined) this.#sum.add(link, 1);
    else if (this.links.length > SMALL) {
      this.#sum = new TermTable();
      for (const each of this.links) this.#sum.add(each, 1);
    }
    this.#newestAtMs = Math.max(this.#newestAtMs, link.atMs);
    this.#oldestAtMs = Math.min(this.#oldestAtMs, link.atMs);
  }

  /** `laid` has the link's vector. */
  remove(link: SeenLink, laid: LaidVector): void {
    const at = this.links.indexOf(link);
    if (at < 0) return;
    this.#square -= 2 * this.dot(laid) - squareOf(link);
    this.links.splice(at, 1);
    this.#note(link, -1);
    this.#sum?.add(link, -1);
    this.#newestAtMs = this.links.reduce((newest, { atMs }) => Math.max(newest, atMs), -Infinity);
    this.#oldestAtMs = this.links.reduce((oldest, { atMs }) => Math.min(oldest, atMs), Infinity);
  }

  /** Cosine of the vector that is laid out and the centroid, 0 to 1. */
  cosine(laid: LaidVector): number {
    return this.#square <= NOTHING ? 0 : this.dot(laid) / Math.sqrt(this.#square);
  }

  dot(laid: LaidVector): number {
    if (this.#sum !== undefined) return laid.dotSum(this.#sum);
    let dot = 0;
    for (const link of this.links) dot += laid.dot(link);
    return dot;
  }

  /** Whether any of its links has this word. */
  has(word: number): boolean {
    if (this.#sum !== undefined) return this.#sum.has(word);
    for (const link of this.links) if (hasTerm(link, word)) return true;
    return false;
  }

  /**
   * How rare the words of the link that is laid out are together that are the event's own: a large event has nearly every
   * word somewhere, which tells nothing.
   */
  ownRarity(laid: LaidVector): number {
    if (this.#sum === undefined) return laid.sharedRarity(this.links);
    return laid.rarityIn(this.#sum, this.links.length * OWN_SHARE);
  }

  get tellsNames(): boolean {
    return this.#withNames > 0;
  }

  get tellsNumbers(): boolean {
    return this.#withNumbers > 0;
  }

  /** Words of a link, in the mean. */
  get meanLength(): number {
    return this.#words / (this.links.length || 1);
  }

  #note(link: SeenLink, times: 1 | -1): void {
    this.#words += times * link.length;
    if (link.names.length > 0) this.#withNames += times;
    if (link.numbers.length > 0) this.#withNumbers += times;
  }

  get oldestAtMs(): number {
    return this.#oldestAtMs;
  }

  get newestAtMs(): number {
    return this.#newestAtMs;
  }
}
