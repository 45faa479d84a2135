/** What a setup writes and what comes next, in words. */
import type { ShownChange } from '../setup/plan-files.ts';
import { shownChange } from '../setup/plan-files.ts';
import type { Plan } from '../setup/plan-setup.ts';
import { findGateway } from './desk-connection.ts';
import type { SetupWords } from './setup-words.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

/** The changes of the edition and of `.env`; secrets are masked. */
export function shownPlan(plan: Plan): ShownChange[] {
  return [shownChange(plan.edition, false), shownChange(plan.env, true)];
}

/** A file's name, and the lines that come and go. */
export function sayChange({ file, isNew, copyOf, lines }: ShownChange, say: SetupWords): string {
  const named = copyOf === undefined ? (isNew ? say.isNew(file) : file) : say.isCopy(file, copyOf);
  return [named, ...lines.map(({ sign, text }) => `  ${sign} ${text}`)].join('\n');
}

/** What to do now that the files are written. */
export async function sayNext(title: string, say: SetupWords, world: World): Promise<string> {
  return (await findGateway(configOf(world))) ? say.nextRestart : say.next(title);
}
