/**
 * The index: what people and the desk said, stories and their sources, found by their text. It is derived from
 * other stores and can be rebuilt at any time.
 */
import type { SessionKey } from '../sessions/key.ts';

export const KINDS = ['chat', 'story', 'source'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * The unit of indexing and replacing: a transcript (`session:<key>`), a story with its sources (`story:<id>`), the
 * stories of a finished batch (`batch:<id>`).
 */
export type Part = `session:${SessionKey}` | `story:${string}` | `batch:${string}`;

/** How far a part is indexed. */
export interface Mark {
  /** For a transcript: bytes. For a story: 1 when it is posted. */
  readonly position: number;
  /** For a transcript: identifies its file; for a story: its rows. A part with another identity is indexed anew. */
  readonly identity: string;
}

export interface SearchRow {
  /** Within its part. */
  readonly id: string;
  readonly kind: Kind;
  /** The conversation; for a story and its sources, the desk channel that ordered it. */
  readonly session: SessionKey;
  /** Where a story's title is posted; otherwise the conversation. */
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

/** A change of a part, in one transaction. Idempotent. */
export interface PartChange {
  readonly part: Part;
  /** Delete all rows of the part first. */
  readonly anew?: boolean;
  /** Inserted, or replacing rows with the same id. */
  readonly rows: readonly SearchRow[];
  /** New text for existing rows. */
  readonly edits?: readonly { readonly id: string; readonly words: string }[];
  readonly gone?: readonly string[];
  readonly mark: Mark;
}

export interface SearchQuery {
  /** Folded. A row must contain all of them. */
  readonly terms: readonly string[];
  /** One of these must match; absent: everything. */
  readonly scopes?: readonly SearchScope[] | undefined;
  /** Said there, or about a story that was ordered or is shown there, or about this story. */
  readonly inSession?: { readonly session: SessionKey; readonly story?: string } | undefined;
  /** Folded; a part of a name suffices. */
  readonly author?: string | undefined;
  /** One of these. */
  readonly outlets?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly beforeMs?: number | undefined;
  /** Excludes rows that were indexed later, so that the pages of one search are consistent. */
  readonly upTo?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Rows of these kinds, conversations and places; all where absent. */
export interface SearchScope {
  readonly kinds: readonly Kind[];
  readonly within?: readonly SessionKey[] | undefined;
}

export interface FoundRow extends SearchRow {
  readonly part: Part;
  /** The order of indexing: larger is later. */
  readonly seq: number;
}

export interface SearchIndex {
  marks(kind: 'session' | 'story' | 'batch'): Promise<ReadonlyMap<Part, Mark>>;
  mark(part: Part): Promise<Mark | undefined>;
  change(change: PartChange): Promise<void>;
  /** Delete parts with all their rows. @returns how many rows were deleted. */
  forget(parts: readonly Part[]): Promise<number>;
  /** The best first, the newest among equals. */
  find(request: SearchQuery): Promise<FoundRow[]>;
  /** The newest `seq`; 0 for an empty index. */
  newest(): Promise<number>;
  /** All distinct values within reach, sorted. */
  values(of: 'author' | 'outlet' | 'category', within?: readonly SessionKey[]): Promise<string[]>;
}

/** A stored index. */
export interface KeptSearchIndex extends SearchIndex {
  /** Called when it could not be read and was started again, empty. */
  whenLost(listener: () => void): void;
  close(): Promise<void>;
}
