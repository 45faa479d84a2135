/**
 * One event as clustering sees it: its links, the sum of their vectors (the centroid, up to its length), and its place
 * in time.
 *
 * A small event is its links: products with each are quick, and most events never grow. A large one keeps the sum as
 * a table, so that a product costs what the link has terms, not what the event has.
 */
import type { SeenLink } from './seen-link.ts';
import { TermMarks, hasTerm, squareOf, type LaidVector, type SparseVector } from './sparse-vector.ts';

const SMALL = 6;
/** A word of this share of the links is the event's own. */
const OWN_SHARE = 0.02;
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
  /** Of a large event: in how many of its links a word stands. */
  #counts: Map<number, number> | undefined;
  /** Of a large event: its terms, and those that it had. */
  #marks: TermMarks | undefined;
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
    this.#square += 2 * this.dot(link, laid) + squareOf(link);
    this.links.push(link);
    this.#note(link, 1);
    if (this.#sum === undefined && this.links.length > SMALL) {
      this.#sum = new Map();
      this.#counts = new Map();
      this.#marks = new TermMarks();
      for (const each of this.links) this.#tabulate(each, 1);
    } else this.#tabulate(link, 1);
    this.#newestAtMs = Math.max(this.#newestAtMs, link.atMs);
    this.#oldestAtMs = Math.min(this.#oldestAtMs, link.atMs);
  }

  /** `laid` has the link's vector. */
  remove(link: SeenLink, laid: LaidVector): void {
    const at = this.links.indexOf(link);
    if (at < 0) return;
    this.#square -= 2 * this.dot(link, laid) - squareOf(link);
    this.links.splice(at, 1);
    this.#note(link, -1);
    this.#tabulate(link, -1);
    this.#newestAtMs = this.links.reduce((newest, { atMs }) => Math.max(newest, atMs), -Infinity);
    this.#oldestAtMs = this.links.reduce((oldest, { atMs }) => Math.min(oldest, atMs), Infinity);
  }

  /** Cosine of a link's vector, which is laid out too, and the centroid, 0 to 1. */
  cosine(vector: SparseVector, laid: LaidVector): number {
    return this.#square <= NOTHING ? 0 : this.dot(vector, laid) / Math.sqrt(this.#square);
  }

  dot({ terms, values, start, end }: SparseVector, laid: LaidVector): number {
    let dot = 0;
    if (this.#sum === undefined) for (const link of this.links) dot += laid.dot(link);
    else
      for (let at = start; at < end; at++)
        if (this.#marks!.mayHave(terms[at]!)) dot += values[at]! * (this.#sum.get(terms[at]!) ?? 0);
    return dot;
  }

  /** Whether any of its links has this word. */
  has(word: number): boolean {
    if (this.#counts !== undefined) return this.#counts.has(word);
    for (const link of this.links) if (hasTerm(link, word)) return true;
    return false;
  }

  /**
   * How rare the words of a link are together, which is laid out too, that are the event's own: a large event has nearly
   * every word somewhere, which tells nothing.
   */
  ownRarity({ terms, firstWord, end }: SparseVector, laid: LaidVector): number {
    if (this.#counts === undefined) return laid.sharedRarity(this.links);
    const least = this.links.length * OWN_SHARE;
    let sum = 0;
    for (let at = firstWord; at < end; at++)
      if ((this.#counts.get(terms[at]!) ?? 0) >= least) sum += laid.rarityOf(terms[at]!);
    return sum;
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

  #tabulate(link: SeenLink, times: 1 | -1): void {
    if (this.#sum === undefined || this.#counts === undefined) return;
    addTimes(this.#sum, link, times);
    if (times > 0) this.#marks?.add(link);
    for (let at = link.firstWord; at < link.end; at++) {
      const word = link.terms[at]!;
      const count = (this.#counts.get(word) ?? 0) + times;
      if (count <= 0) this.#counts.delete(word);
      else this.#counts.set(word, count);
    }
  }

  get oldestAtMs(): number {
    return this.#oldestAtMs;
  }

  get newestAtMs(): number {
    return this.#newestAtMs;
  }
}

function addTimes(
  sum: Map<number, number>,
  { terms, values, start, end }: SparseVector,
  times: number,
): void {
  for (let at = start; at < end; at++) {
    const term = terms[at]!;
    const value = (sum.get(term) ?? 0) + times * values[at]!;
    if (value < NOTHING) sum.delete(term);
    else sum.set(term, value);
  }
}
