import { z } from 'zod';
import { RpcError } from '../feature/rpc-error.ts';
import { authorParam, method, noParams } from '../feature/rpc-method.ts';
import { editionForm } from '../newsroom/edition/edition-form.ts';
import type { FormField } from '../newsroom/edition/edition-form.ts';
import { mistakeSchema } from '../newsroom/edition/edition-mistakes.ts';
import { diffLineSchema } from './diff-lines.ts';
import { breakSchema, triedSchema } from './edition-settings.ts';
import type { EditionSettings, EditionRequest } from './edition-settings.ts';
import { envSchema, type EnvSettings } from './env-settings.ts';

interface SettingsMethodDeps {
  readonly edition: EditionSettings;
  readonly env: EnvSettings;
}

const requestParams = {
  /** Top-level fields of the edition's file; null takes one away. */
  changes: z.record(z.string().max(100), z.unknown()).exactOptional(),
  /** The whole file, where it is no JSON object yet. */
  text: z.string().max(1_000_000).exactOptional(),
};
const over = z.string().max(100);
const author = authorParam.exactOptional();

const names = z.array(z.string());

const lookSchema = z.strictObject({
  name: z.string(),
  file: z.string(),
  /** Why the file can't be changed. */
  refusal: z.string().exactOptional(),
  revision: z.string(),
  /** The file's object; `text` where it is none. */
  given: z.record(z.string(), z.unknown()).exactOptional(),
  text: z.string().exactOptional(),
  broken: breakSchema.exactOptional(),
  mistakes: z.array(mistakeSchema),
  form: z.array(z.custom<FormField>()),
  live: names,
  waiting: names,
  undo: z
    .strictObject({
      atMs: z.number(),
      by: z.string().exactOptional(),
      fields: names,
      lines: z.array(diffLineSchema),
    })
    .exactOptional(),
});
const savedSchema = triedSchema.pick({ fields: true, restart: true });

/** `settings.*`: the edition's file and the variables of `.env`, changed in a form. */
export function settingsMethods(deps: SettingsMethodDeps) {
  return { ...editionMethods(deps), ...envMethods(deps) };
}

function editionMethods({ edition }: SettingsMethodDeps) {
  return {
    'settings.get': method(
      {
        description:
          "The edition's file and its form: what is wrong with it, what waits for a restart, what can be undone.",
        scope: 'admin',
        params: noParams,
        result: lookSchema,
        hints: { readOnly: true },
      },
      () => Promise.resolve({ ...edition.look(), form: editionForm() }),
    ),
    'settings.preview': method(
      {
        description:
          'What a change of fields of the edition would do: its mistakes, the lines that differ, what needs a restart.',
        scope: 'admin',
        params: z.strictObject(requestParams),
        result: triedSchema,
        hints: { readOnly: true },
      },
      async (request) => edition.try(requestOf(request)),
    ),
    'settings.save': method(
      {
        description:
          'Change fields of the edition, over the revision of a preview. A running desk takes up what it can; `restart` names the rest.',
        scope: 'admin',
        params: z.strictObject({ ...requestParams, over, author }),
        result: savedSchema,
        hints: { idempotent: true },
      },
      async ({ over: revision, author: by, ...request }) =>
        edition.save(requestOf(request), revision, by?.name),
    ),
    'settings.undo': method(
      {
        description:
          'Take the last change of the edition back. What was changed since in other fields stays.',
        scope: 'admin',
        params: z.strictObject({ over, author }),
        result: savedSchema,
      },
      ({ over: revision, author: by }) => edition.undo(revision, by?.name),
    ),
  };
}

function envMethods({ env }: SettingsMethodDeps) {
  return {
    'settings.secrets.list': method(
      {
        description: 'Keys, tokens and their like, as .env has them: whether each is set. Never a value.',
        scope: 'admin',
        params: noParams,
        result: z.strictObject({ secrets: z.array(envSchema) }),
        hints: { readOnly: true },
      },
      () => Promise.resolve({ secrets: env.list() }),
    ),
    'settings.secrets.set': method(
      {
        description: 'Write one of them to .env, or with null take it away. It counts after a restart.',
        scope: 'admin',
        params: z.strictObject({
          name: z.string().max(100),
          value: z.string().max(10_000).nullable(),
          author,
        }),
        result: envSchema,
        hints: { destructive: true, idempotent: true },
      },
      ({ name, value, author: by }) => env.set(name, value, by?.name),
    ),
  };
}

/** @throws RpcError unless exactly one is given. */
function requestOf({
  changes,
  text,
}: {
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly text?: string;
}): EditionRequest {
  if (changes !== undefined && text === undefined) return { changes };
  if (text !== undefined && changes === undefined) return { text };
  throw new RpcError('bad_params', 'allowed: either `changes` or `text`');
}
