/** The edition files of a home and of the program. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { programFiles } from '../config/program-files.ts';
import { EditionError, readEdition } from '../newsroom/edition/edition.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { EditionFile } from '../newsroom/edition/edition-file.ts';

export interface EditionEntry {
  readonly name: string;
  /** Absent where the file can't be read. */
  readonly edition?: Edition;
  readonly error?: string;
}

/** Those that a setup can start from: the home's, then the program's. */
export function editionsOf(config: Config): EditionEntry[] {
  const folders = [config.paths.editions, programFiles.editions].filter(existsSync);
  const names = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /^[a-z0-9][a-z0-9-]*\.json$/.test(file))
      .map((file) => basename(file, '.json')),
  );
  return [...new Set(names)].map((name) => {
    try {
      return { name, edition: readEdition(name, folders) };
    } catch (error) {
      if (error instanceof EditionError) return { name, error: error.message };
      throw error;
    }
  });
}

export interface KnownEdition extends Pick<Edition, 'title' | 'language'> {
  readonly name: string;
  /** Whether stories, or some of them, wait for an editor. */
  readonly approval: boolean;
}

/** Those of `editionsOf` that can be read. */
export function knownEditions(config: Config): KnownEdition[] {
  return editionsOf(config).flatMap(({ name, edition }) => {
    if (!edition) return [];
    const { title, language, approval } = edition;
    return [{ name, title, language, approval: approval !== undefined }];
  });
}

/** The file of an edition: of the home, else of the program. */
export function editionFile(name: string, { paths }: Config): EditionFile {
  return new EditionFile({ name, home: paths.editions, program: programFiles.editions });
}

/** The program's own editions; a home in the program's folder has others beside them. */
const SHIPPED: readonly string[] = ['sample', 'uk-hk'];

/** Whether a file of this name in the home would be the program's own. */
export function isShipped(name: string, { paths }: Config): boolean {
  return SHIPPED.includes(name) && isSame(paths.editions, programFiles.editions);
}

/** Files and folders of a home that are the program's own, where it is the program's folder. */
export function programsOwn({ paths }: Config): string[] {
  const samples = join(paths.data, 'samples');
  return [
    ...(isSame(paths.prompts, programFiles.prompts) ? [paths.prompts] : []),
    ...(isSame(paths.editions, programFiles.editions)
      ? SHIPPED.map((name) => join(paths.editions, `${name}.json`))
      : []),
    ...(isSame(samples, programFiles.samples) ? [samples] : []),
  ];
}

function isSame(folder: string, programs: string): boolean {
  return existsSync(folder) && realpathSync(folder) === realpathSync(programs);
}

/** A copy of an edition of the program has a name of its own; an edition of the home is changed. */
export function copyName(from: string): string {
  return SHIPPED.includes(from) ? `my-${from}` : from;
}
