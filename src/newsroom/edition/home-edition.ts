import type { Config } from '../../config/config.ts';
import { editorsZone, readEdition } from './edition.ts';
import type { Edition } from './edition.ts';
import type { Note } from '../../sessions/note.ts';
import { parseRule } from '../../text/editor-rule.ts';
import { programFiles } from '../../config/program-files.ts';

/** The edition that this desk covers. The home's own editions take precedence over the bundled ones. */
export function editionOf(config: Config): Edition {
  const edition = readEdition(config.edition, [config.paths.editions, programFiles.editions]);
  return { ...edition, editorsZone: config.zone };
}

/** Makes the parser of editors' plain rules for an edition. */
export function interpreter(edition: Edition) {
  const zone = editorsZone(edition);
  return (text: string, nowMs: number): Pick<Note, 'exclude' | 'untilMs'> =>
    parseRule(text, { categories: edition.categories, nowMs, zone }) ?? {};
}
