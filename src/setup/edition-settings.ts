/**
 * The edition's settings, looked at, tried, saved and undone. A change names top-level fields, so that what others change
 * beside it stays; it is written only when the whole is an edition.
 *
 * The former file is kept before the new one is written. What a running desk can take up, it takes up at once.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import { RpcError } from '../feature/rpc-error.ts';
import { editionMistakes, parseEdition } from '../newsroom/edition/edition.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { editionText } from '../newsroom/edition/edition-file.ts';
import type { EditionFile, EditionJson } from '../newsroom/edition/edition-file.ts';
import { mistakeSchema, sayMistake } from '../newsroom/edition/edition-mistakes.ts';
import { LIVE_FIELDS } from '../newsroom/edition/live-edition.ts';
import type { LiveEdition } from '../newsroom/edition/live-edition.ts';
import { editedJson } from '../text/edited-json.ts';
import { isObject } from '../text/is-object.ts';
import type { Clock } from '../time/clock.ts';
import { diffLineSchema, diffLines } from './diff-lines.ts';
import type { DiffLine } from './diff-lines.ts';
import { revisionOf } from './edition-undo.ts';
import type { EditionChange, EditionUndo } from './edition-undo.ts';

interface EditionSettingsDeps {
  readonly file: EditionFile;
  readonly undo: EditionUndo;
  /** The one that the desk works with. */
  readonly edition: LiveEdition;
  readonly clock: Clock;
  readonly changed: (change: { readonly by?: string; readonly fields: readonly string[] }) => void;
}

/** Fields by name, null to take one away; or the whole file's text. */
export type EditionRequest =
  | { readonly changes: Readonly<Record<string, unknown>>; readonly text?: undefined }
  | { readonly text: string; readonly changes?: undefined };

/** Where a text stops being JSON; both count from 1. */
export const breakSchema = z.strictObject({ line: z.int(), column: z.int() });
type Break = Given<z.output<typeof breakSchema>>;

export const triedSchema = z.strictObject({
  /** Of the file as it is now. */
  revision: z.string(),
  broken: breakSchema.exactOptional(),
  mistakes: z.array(mistakeSchema),
  lines: z.array(diffLineSchema),
  fields: z.array(z.string()),
  /** Those of them that need a restart. */
  restart: z.array(z.string()),
});
type Tried = Given<z.output<typeof triedSchema>>;

export class EditionSettings {
  readonly #deps: EditionSettingsDeps;

  constructor(deps: EditionSettingsDeps) {
    this.#deps = deps;
  }

  look() {
    const { file, edition } = this.#deps;
    const text = file.text();
    const { given, broken } = jsonIn(text);
    const mistakes = broken ? [] : editionMistakes(given);
    const refusal = file.refusal();
    const undo = this.#undoable(text);
    return {
      name: edition.name,
      file: file.path,
      ...(refusal !== undefined && { refusal }),
      revision: revisionOf(text),
      ...(isObject(given) ? { given } : { text }),
      ...(broken && { broken }),
      mistakes,
      live: LIVE_FIELDS,
      waiting: broken || mistakes.length > 0 ? [] : this.#waiting(parseEdition(given, file.path)),
      ...(undo && { undo: changeAnswer(undo.change, diffOf(text, undo.text)) }),
    };
  }

  /** What a change would do. Nothing is written. */
  try(request: EditionRequest): Tried {
    const text = this.#deps.file.text();
    const next = nextText(text, request);
    const { given, broken } = jsonIn(next);
    const fields = changedFields(text, next);
    return {
      revision: revisionOf(text),
      ...(broken && { broken }),
      mistakes: broken ? [] : editionMistakes(given),
      lines: diffOf(text, next),
      fields,
      restart: restartOf(fields),
    };
  }

  /**
   * @param over the revision that the change was made over
   * @throws RpcError when the file is another one now, or would not be an edition.
   */
  save(request: EditionRequest, over: string, by?: string): Promise<Pick<Tried, 'fields' | 'restart'>> {
    return this.#write(over, by, async (text) => {
      const next = nextText(text, request);
      mustBeEdition(next);
      const fields = changedFields(text, next);
      const { file, undo, clock } = this.#deps;
      const change = { file: file.path, fields, before: text, after: revisionOf(next) };
      if (fields.length > 0)
        await undo.keep({ ...change, atMs: clock.now(), ...(by !== undefined && { by }) });
      return { next, fields };
    });
  }

  /** Take the last change back. @throws RpcError when there is none, or the file is another one now. */
  async undo(over: string, by?: string): Promise<Pick<Tried, 'fields' | 'restart'>> {
    let undone: EditionChange | undefined;
    const done = await this.#write(over, by, (text) => {
      const undo = this.#undoable(text);
      if (!undo) throw new RpcError('not_found', 'there is no change to undo');
      undone = undo.change;
      return { next: undo.text, fields: changedFields(text, undo.text) };
    });
    await this.#deps.undo.drop(undone!);
    return done;
  }

  async #write(
    over: string,
    by: string | undefined,
    decide: (text: string) => Written | Promise<Written>,
  ): Promise<Pick<Tried, 'fields' | 'restart'>> {
    const { file, edition, changed } = this.#deps;
    const refusal = file.refusal();
    if (refusal !== undefined) throw new RpcError('refused', refusal);
    let fields: readonly string[] = [];
    const written = await file.replace(async (text) => {
      if (revisionOf(text) !== over)
        throw new RpcError('refused', 'the file was changed meanwhile: look at the change again', {
          field: 'over',
        });
      const done = await decide(text);
      fields = done.fields;
      return done.next;
    });
    edition.take(written);
    changed({ fields, ...(by !== undefined && { by }) });
    return { fields, restart: restartOf(fields) };
  }

  /** Fields of the file that the running desk works without. */
  #waiting(written: Edition): string[] {
    const { edition } = this.#deps;
    const names = new Set([...Object.keys(written), ...Object.keys(edition)]);
    for (const own of ['feeds', 'editorsZone', 'take']) names.delete(own);
    return [...names].filter(
      (name) => !isDeepStrictEqual(written[name as keyof Edition], edition[name as keyof Edition]),
    );
  }

  /** The last change of this file, and the text without it, where that is an edition. */
  #undoable(text: string): { readonly change: EditionChange; readonly text: string } | undefined {
    const { file, undo } = this.#deps;
    const change = undo.last(file.path);
    if (!change) return undefined;
    const former = withoutChange(text, change);
    const { given, broken } = jsonIn(former);
    return broken || editionMistakes(given).length > 0 ? undefined : { change, text: former };
  }
}

interface Written {
  readonly next: string;
  readonly fields: readonly string[];
}

/** What has been written since, in other fields, stays. */
function withoutChange(text: string, { before, after, fields }: EditionChange): string {
  const [now, then] = [jsonIn(text).given, jsonIn(before).given];
  if (revisionOf(text) === after || !isObject(now) || !isObject(then)) return before;
  return editedJson(
    text,
    changedBy(now, Object.fromEntries(fields.map((name) => [name, then[name] ?? null]))),
  );
}

function nextText(text: string, request: EditionRequest): string {
  if (request.text !== undefined) return request.text;
  const { given } = jsonIn(text);
  if (!isObject(given))
    throw new RpcError('refused', 'the file is no JSON object: give its whole `text`', { field: 'text' });
  return editedJson(text, changedBy(given, request.changes));
}

function changedBy(given: EditionJson, changes: Readonly<Record<string, unknown>>): EditionJson {
  return Object.fromEntries(Object.entries({ ...given, ...changes }).filter(([, value]) => value !== null));
}

function mustBeEdition(text: string): void {
  const { given, broken } = jsonIn(text);
  if (broken) {
    const place = `line ${broken.line}, column ${broken.column}`;
    throw new RpcError('bad_params', `text is no JSON at ${place}`, { field: 'text' });
  }
  const mistakes = editionMistakes(given);
  const [first] = mistakes;
  if (first)
    throw new RpcError('bad_params', mistakes.map((mistake) => sayMistake(mistake)).join('; '), {
      field: first.path.join('.'),
    });
}

/** Top-level fields that differ; all of them where there was no object. */
function changedFields(before: string, after: string): string[] {
  const [then, now] = [jsonIn(before).given, jsonIn(after).given];
  if (!isObject(now)) return [];
  const old = isObject(then) ? then : {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.filter((name) => !isDeepStrictEqual(old[name], now[name]));
}

function restartOf(fields: readonly string[]): string[] {
  return fields.filter((name) => !LIVE_FIELDS.some((live) => live === name));
}

/** In the form in which it is written, so that only what means something else differs. */
function diffOf(before: string, after: string): DiffLine[] {
  const formed = (text: string) => {
    const { given } = jsonIn(text);
    return isObject(given) ? editionText(given) : text;
  };
  return diffLines(formed(before), formed(after));
}

function changeAnswer({ atMs, by, fields }: EditionChange, lines: readonly DiffLine[]) {
  return { atMs, fields, lines, ...(by !== undefined && { by }) };
}

function jsonIn(text: string): { readonly given?: unknown; readonly broken?: Break } {
  try {
    return { given: JSON.parse(text) as unknown };
  } catch (error) {
    const [, position] = /position (\d+)/.exec((error as Error).message) ?? [];
    const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
    return { broken: { line: before.length, column: before.at(-1)!.length + 1 } };
  }
}
