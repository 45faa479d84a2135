import { existsSync, readdirSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { EditionError, editorsZone, readEdition } from './edition.ts';
import type { Edition } from './edition.ts';
import type { Note } from '../../sessions/note.ts';
import { parseRule } from '../../text/editor-rule.ts';
import { programFiles } from '../../config/program-files.ts';

/** The edition that this desk covers. The home's own editions take precedence over the bundled ones. */
export function editionOf(config: Config): Edition {
  const folders = [config.paths.editions, programFiles.editions];
  try {
    return { ...readEdition(config.edition, folders), editorsZone: config.zone };
  } catch (error) {
    if (!(error instanceof EditionError) || error.code !== 'not_found') throw error;
    const allowed = `${namesIn(folders).join(', ')}, or a file`;
    throw new EditionError('not_found', `NIGHTDESK_EDITION: ${error.message}; allowed: ${allowed}`, {
      cause: error,
    });
  }
}

function namesIn(folders: readonly string[]): string[] {
  const files = folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder));
  return [...new Set(files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5)))].sort();
}

/** Makes the parser of editors' plain rules for an edition. */
export function interpreter(edition: Edition) {
  const zone = editorsZone(edition);
  return (text: string, nowMs: number): Pick<Note, 'exclude' | 'untilMs'> =>
    parseRule(text, { categories: edition.categories, nowMs, zone }) ?? {};
}
