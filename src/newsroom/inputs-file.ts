/** The last inputs of each kind as files: `daily_inputs_last.json`, `hourly_inputs_last.json`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputsSnapshot } from './candidate.ts';
import { replaceFile } from './jobs/replace-file.ts';

/** One at a time: two writers would share a draft. */
export async function writeInputs(folder: string, snapshot: InputsSnapshot): Promise<void> {
  await mkdir(folder, { recursive: true });
  const told = { prepared_at: new Date(snapshot.preparedAtMs).toISOString(), ...snapshot };
  await replaceFile(join(folder, `${snapshot.kind}_inputs_last.json`), `${JSON.stringify(told, null, 2)}\n`);
}
