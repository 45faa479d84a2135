/**
 * The first comparison of a process builds the glossary and compiles what finds dates and figures: longer than others should
 * wait. Here it is built one part at a time, and they have a turn after each.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { GLOSSARY_PARTS } from '../../text/glossary/glossary.ts';
import { timesIn } from '../../text/times.ts';

const PARTS: readonly (() => unknown)[] = [...GLOSSARY_PARTS, () => timesIn(''), () => figuresIn('')];

/** Builds what is not built yet; once all is, it only gives others their turns. */
export async function readyToCompare(): Promise<void> {
  for (const build of PARTS) {
    build();
    await breathe();
  }
}
