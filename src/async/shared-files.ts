/** Files of the home that every desk of a newsroom needs, kept where all of them see them. */

/** A folder, relative to the home (`data/newsroom/jobs/<run>`), and a name in it. */
export interface FilePlace {
  readonly folder: string;
  readonly name: string;
}

export interface SharedFile {
  readonly name: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** Later than that of the content that it replaced, whatever the desks' clocks say. */
  readonly writtenAtMs: number;
}

/** The largest file, in bytes. */
export const MOST_SHARED_BYTES = 16 * 1024 * 1024;

/** A content is whole or not there. When a changing method resolves, every desk sees the change. */
export interface SharedFiles {
  /** Write a file, replacing it. @returns its time. @throws where it is too large. */
  put(place: FilePlace, content: Uint8Array, nowMs: number): Promise<number>;
  /** Write a file where there is none. @returns its time; undefined where there is one, which stays. */
  add(place: FilePlace, content: Uint8Array, nowMs: number): Promise<number | undefined>;
  find(place: FilePlace): Promise<SharedFile | undefined>;
  /** The files of a folder, by name. */
  list(folder: string): Promise<SharedFile[]>;
  fetch(
    place: FilePlace,
  ): Promise<{ readonly content: Uint8Array; readonly writtenAtMs: number } | undefined>;
  /** Rename a file, replacing what has that name. Harmless where there is none. */
  rename(place: FilePlace, name: string): Promise<void>;
  /** The folders inside a folder to which nothing was written since `beforeMs`, by name, after `after`. */
  idle(inside: string, beforeMs: number, after: string, most: number): Promise<string[]>;
  /** Drop a folder to which nothing was written since `beforeMs`. @returns how many files it had. */
  drop(folder: string, beforeMs: number): Promise<number>;
}
