/** A home for a first run in preview: an edition and settings in a folder that goes away again. It speaks to nobody. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import type { Config } from '../config/config.ts';
import { variablesIn } from '../config/env-file.ts';

export const previewedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none'), because: z.string() }),
  z.strictObject({
    kind: z.literal('written'),
    stories: z.array(
      z.strictObject({
        ...{ title: z.string(), category: z.string(), status: z.string() },
        /** Why it would not be posted. */
        reason: z.string().nullable(),
        /** Its draft; empty where there is none. */
        body: z.string(),
      }),
    ),
  }),
]);
export type PreviewedRun = Given<z.output<typeof previewedSchema>>;

/** What is previewed: the texts of an edition's file and of a `.env`. */
export interface PreviewFiles {
  readonly edition: string;
  readonly env: string;
}

/** Plans and writes stories over a home, and posts nothing beyond it. */
export type RunPreview = (config: Config, signal: AbortSignal) => Promise<PreviewedRun>;

/**
 * Run a preview over a copy of the settings, without what they share with other desks and without the channels' secrets.
 * @param secrets names of the channels' settings
 */
export async function previewOver(
  files: PreviewFiles,
  config: Config,
  deps: { readonly secrets: readonly string[]; readonly run: RunPreview; readonly signal: AbortSignal },
): Promise<PreviewedRun> {
  const home = mkdtempSync(join(tmpdir(), 'nightdesk-preview-'));
  try {
    return await deps.run(previewConfig(home, files, config, deps.secrets), deps.signal);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Settings by which a desk is heard, or shares its data with others. */
const SHARED = ['DATABASE_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'SMTP_URL'];

function previewConfig(
  home: string,
  files: PreviewFiles,
  config: Config,
  secrets: readonly string[],
): Config {
  const editions = join(home, 'data', 'editions');
  mkdirSync(editions, { recursive: true });
  const given = JSON.parse(files.edition) as Readonly<Record<string, unknown>>;
  const { approval: _approval, ...edition } = given;
  const content = { ...edition, name: 'preview', desk: { console: 'desk' } };
  writeFileSync(join(editions, 'preview.json'), JSON.stringify(content));
  const none = Object.fromEntries([...secrets, ...SHARED].map((name) => [name, '']));
  return config.elsewhere(home, variablesIn(files.env)).changed({ ...none, NIGHTDESK_EDITION: 'preview' });
}
