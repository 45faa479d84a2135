/** What a change writes, shown before it is written. Secrets are never shown. */
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { replaceFile } from '../async/replace-file.ts';
import type { Given } from '../text/given.ts';
import { diffLines, diffLineSchema } from './diff-lines.ts';
import { knownSetting } from './known-settings.ts';

export interface FileChange {
  readonly file: string;
  /** Empty where there was no file. */
  readonly before: string;
  readonly after: string;
  /** What a new file is a changed copy of, so that only the differences are shown. */
  readonly copyOf?: { readonly name: string; readonly text: string };
}

export const shownChangeSchema = z.strictObject({
  file: z.string(),
  isNew: z.boolean(),
  /** The name of what it is a copy of; the lines are those that differ from it. */
  copyOf: z.string().exactOptional(),
  lines: z.array(diffLineSchema),
});
export type ShownChange = Given<z.output<typeof shownChangeSchema>>;

/** The file's text, without a byte order mark; empty if there is no file. */
export function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').replace(/^\ufeff/, '') : '';
}

/** @param isEnv it is a `.env` file: the values of secrets are left out */
export function shownChange({ file, before, after, copyOf }: FileChange, isEnv: boolean): ShownChange {
  if (isEnv) return { file, isNew: before === '', lines: diffLines(...withoutSecrets(before, after)) };
  if (before === '' && copyOf)
    return { file, isNew: true, copyOf: copyOf.name, lines: diffLines(copyOf.text, after) };
  return { file, isNew: before === '', lines: diffLines(before, after) };
}

/** Write the changed files, each at once and whole, in this order. */
export async function writeFiles(changes: readonly FileChange[]): Promise<void> {
  for (const { file, before, after } of changes) {
    if (before === after) continue;
    mkdirSync(dirname(file), { recursive: true });
    await replaceFile(existsSync(file) ? realpathSync(file) : file, after);
  }
}

/** Whether a setting is masked; unknown names are judged by their words. */
export function isSecret(name: string): boolean {
  const setting = knownSetting(name);
  return (
    setting?.secret === true || (!setting && /TOKEN|KEY|SECRET|PASS|CREDENTIAL|(?:PWD|AUTH)$/i.test(name))
  );
}

/** Also values that a later line replaces, and those in comments. */
function withoutSecrets(before: string, after: string): [string, string] {
  const [old, fresh] = [parseEnv(before), parseEnv(after)];
  const hide = (text: string, own: NodeJS.Dict<string>, word: (name: string) => string) =>
    Object.entries(own)
      .filter(([name, value]) => isSecret(name) && value !== undefined && value !== '')
      .reduce((shown, [name, value = '']) => shown.replaceAll(value, word(name)), masked(text, word));
  return [
    hide(before, old, () => '(set)'),
    hide(after, fresh, (name) => (old[name] === fresh[name] ? '(set)' : '(new)')),
  ];
}

/** A quoted value may run over several lines. */
const ASSIGNMENT =
  /^([ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*)(?:(?:"[^"]+"|'[^']+'|`[^`]+`).*|[^\s#"'`].*)/gm;
const IN_COMMENT = /(\b(\w+)[ \t]*=[ \t]*)\S+/g;

function masked(text: string, word: (name: string) => string): string {
  const hide = (whole: string, head: string, name: string, said = word(name)) =>
    isSecret(name) ? `${head}${said}` : whole;
  const assigned = text.replace(ASSIGNMENT, (whole, head: string, name: string) => hide(whole, head, name));
  return assigned.replace(/^[ \t]*#.*/gm, (comment) =>
    comment.replace(IN_COMMENT, (whole, head: string, name: string) => hide(whole, head, name, '(set)')),
  );
}
