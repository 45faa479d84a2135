/**
 * Which transactions are written together: those that have no name of their scopes in common share one commit. One
 * without a scope is written alone.
 *
 * - Transactions with a name in common are written in the order in which they came, those that go first before others.
 * - When one of a group fails, nothing of the group is written, and each is run again alone.
 * - Whoever waits while others are written makes the next group, so an idle desk waits for nothing.
 */
import { soon } from '../../async/soon.ts';
import type { Scope, Transaction } from '../sql/sql.ts';

type Work = (tx: Transaction) => Promise<unknown>;

/** Transactions of one commit. */
export interface WriteGroup {
  readonly works: readonly Work[];
  /** Sorted, each once; undefined: nothing else may be written meanwhile. */
  readonly about: readonly string[] | undefined;
}

export interface WriteGroupsDeps {
  /** @returns the values of the works, in order, once they are on disk. When it throws, nothing is. */
  readonly commit: (group: WriteGroup) => Promise<readonly unknown[]>;
  /** Whether an error is not that of one work, so that running each alone is pointless. */
  readonly isOfAll: (error: unknown) => boolean;
}

interface Piece {
  readonly work: Work;
  readonly about: readonly string[] | undefined;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
  readonly isFirst: boolean;
  /** It was in a group of which one failed. */
  readonly isAlone: boolean;
}

/** How many transactions share a commit at most, so that what holds their names ends soon. */
const MOST = 32;
/** How many groups are written at once: while one waits for the disk, others run. */
const AT_ONCE = 3;
/** How many of those that wait are looked at for a group. */
const LOOKED_AT = 1_024;

export class WriteGroups {
  readonly #deps: WriteGroupsDeps;
  #first: Piece[] = [];
  #others: Piece[] = [];
  /** The names of what is being written. */
  readonly #taken = new Set<string>();
  /** What is asked for in the same tick goes together. */
  readonly #arm = soon(() => this.#begin());
  #running = 0;

  constructor(deps: WriteGroupsDeps) {
    this.#deps = deps;
  }

  run<T>(work: (tx: Transaction) => Promise<T>, scope?: Scope): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const about = scope && [...new Set(scope.about)];
      const isFirst = scope?.isFirst === true;
      const piece = { work, about, resolve: resolve as Piece['resolve'], reject, isFirst, isAlone: false };
      (isFirst ? this.#first : this.#others).push(piece);
      this.#arm();
    });
  }

  #begin(): void {
    while (this.#running < AT_ONCE) {
      const pieces = this.#pick();
      if (pieces.length === 0) return;
      void this.#write(pieces);
    }
  }

  /** Take those out that can be written together now, the longest wait first. */
  #pick(): Piece[] {
    const picked: Piece[] = [];
    const left: Piece[] = [];
    const taken = new Set(this.#taken);
    const looked = this.#others.slice(0, LOOKED_AT);
    for (const piece of [...this.#first, ...looked]) {
      const isNext = picked.length === 0;
      const mayJoin = piece.about !== undefined && !piece.isAlone && !isEndOf(picked);
      const isFree = piece.about?.every((name) => !taken.has(name)) ?? true;
      if (isFree && (isNext || mayJoin)) picked.push(piece);
      else left.push(piece);
      for (const name of piece.about ?? []) taken.add(name);
    }
    if (picked.length === 0) return picked;
    this.#first = left.filter(({ isFirst }) => isFirst);
    this.#others = [...left.filter(({ isFirst }) => !isFirst), ...this.#others.slice(looked.length)];
    return picked;
  }

  async #write(pieces: readonly Piece[]): Promise<void> {
    const names = pieces.flatMap(({ about }) => about ?? []);
    for (const name of names) this.#taken.add(name);
    this.#running += 1;
    try {
      const works = pieces.map(({ work }) => work);
      const about = pieces[0]!.about && names.toSorted();
      const values = await this.#deps.commit({ works, about });
      for (const [n, { resolve }] of pieces.entries()) resolve(values[n] as never);
    } catch (error) {
      if (pieces.length === 1 || this.#deps.isOfAll(error)) for (const { reject } of pieces) reject(error);
      else this.#again(pieces.map((piece) => ({ ...piece, isAlone: true })));
    } finally {
      this.#running -= 1;
      for (const name of names) this.#taken.delete(name);
      this.#arm();
    }
  }

  #again(pieces: readonly Piece[]): void {
    this.#first.unshift(...pieces.filter(({ isFirst }) => isFirst));
    this.#others.unshift(...pieces.filter(({ isFirst }) => !isFirst));
  }
}

/** Whether nothing more may join these. */
function isEndOf(picked: readonly Piece[]): boolean {
  const [first] = picked;
  return picked.length === MOST || (first !== undefined && (first.isAlone || first.about === undefined));
}
