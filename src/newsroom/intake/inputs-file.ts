/** The last inputs of each kind as files: `daily_inputs_last.json`, `hourly_inputs_last.json`. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputsSnapshot, PlanKind } from '../model/candidate.ts';
import { replaceFile } from '../../async/replace-file.ts';

/** One at a time: two writers would share a draft. */
export async function writeInputs(folder: string, snapshot: InputsSnapshot): Promise<void> {
  await mkdir(folder, { recursive: true });
  const told = { prepared_at: new Date(snapshot.preparedAtMs).toISOString(), ...snapshot };
  await replaceFile(join(folder, `${snapshot.kind}_inputs_last.json`), `${JSON.stringify(told, null, 2)}\n`);
}

/** The last inputs of a kind; undefined before the first, and where they can't be read. */
export async function lastInputs(folder: string, kind: PlanKind): Promise<InputsSnapshot | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, `${kind}_inputs_last.json`), 'utf8')) as InputsSnapshot;
  } catch {
    return undefined; // they are for people to look at: the next inputs write them anew
  }
}
