/**
 * The index: what people and the desk said, stories and their sources, so that they are found by what they contain. It
 * is made of what is written elsewhere, and can be made anew of that at any time.
 */
import type { SessionKey } from '../sessions/key.ts';

export const KINDS = ['chat', 'story', 'source'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * What is indexed and replaced together: a transcript (`session:<key>`), a story with its sources (`story:<id>`), the
 * stories of a batch that has ended (`batch:<id>`).
 */
export type Part = `session:${SessionKey}` | `story:${string}` | `batch:${string}`;

/** How far a part is indexed. */
export interface Mark {
  /** Of a transcript: bytes. Of a story: 1 when it is posted. */
  readonly position: number;
  /** Of a transcript: of which file. What has another identity is begun anew. */
  readonly identity: string;
}

export interface SearchRow {
  /** Within its part. */
  readonly id: string;
  readonly kind: Kind;
  /** The conversation; of a story and its sources the desk channel that ordered it. */
  readonly session: SessionKey;
  /** Where a story's title stands; the conversation otherwise. */
  readonly place: SessionKey;
  readonly atMs: number;
  readonly author?: string;
  readonly category?: string;
  readonly outlet?: string;
  readonly language?: string;
  readonly url?: string;
  /** The story that it is, or is a source of. */
  readonly story?: string;
  readonly title: string;
  readonly words: string;
}

/** What becomes of a part, in one transaction. Repeated, it changes nothing more. */
export interface PartChange {
  readonly part: Part;
  /** Everything that is indexed of it goes first. */
  readonly anew?: boolean;
  /** New, or in place of those with the same id. */
  readonly rows: readonly SearchRow[];
  /** The words of rows that are there already. */
  readonly edits?: readonly { readonly id: string; readonly words: string }[];
  readonly gone?: readonly string[];
  readonly mark: Mark;
}

export interface SearchWish {
  /** Folded. All of them must be found in a row. */
  readonly terms: readonly string[];
  /** One of these must hold; anything anywhere where absent. */
  readonly scopes?: readonly SearchScope[] | undefined;
  /** Said there, or of a story that was ordered or is shown there, or of this story. */
  readonly inSession?: { readonly session: SessionKey; readonly story?: string } | undefined;
  /** Folded; a part of a name will do. */
  readonly author?: string | undefined;
  /** One of these. */
  readonly outlets?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly beforeMs?: number | undefined;
  /** Rows that were indexed later don't count: pages of one search fit together. */
  readonly upTo?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Rows of these kinds, of these conversations and places; of all where absent. */
export interface SearchScope {
  readonly kinds: readonly Kind[];
  readonly within?: readonly SessionKey[] | undefined;
}

export interface FoundRow extends SearchRow {
  readonly part: Part;
  /** When it was indexed: larger is later. */
  readonly seq: number;
}

export interface SearchIndex {
  marks(kind: 'session' | 'story' | 'batch'): Promise<ReadonlyMap<Part, Mark>>;
  mark(part: Part): Promise<Mark | undefined>;
  change(change: PartChange): Promise<void>;
  /** Parts with all that is indexed of them. @returns how many rows went. */
  forget(parts: readonly Part[]): Promise<number>;
  /** The best first; of equals the newest. */
  find(wish: SearchWish): Promise<FoundRow[]>;
  /** The newest `seq`; 0 where nothing is indexed. */
  newest(): Promise<number>;
  /** The different values, as far as they are within reach, in order; at most 200. */
  values(of: 'author' | 'outlet' | 'category', within?: readonly SessionKey[]): Promise<string[]>;
}

/** An index at rest. */
export interface KeptSearchIndex extends SearchIndex {
  /** Told when it could not be read and is begun anew, empty. */
  whenLost(listener: () => void): void;
  close(): Promise<void>;
}
