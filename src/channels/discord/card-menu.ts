/** A card's menu: the value of each item is the signed id of a command, as a button's id is. */
import { readSignedId } from './component-ids.ts';
import type { Presser, ReadId } from './component-ids.ts';

/** The command of the menu itself, which does nothing. */
export const MENU = 'menu';

interface PressedId {
  readonly customId: string;
  /** For a list: the selected values. */
  readonly values?: readonly string[];
}

/** What was pressed, or selected in a menu. */
export function readPressedId(
  key: Uint8Array,
  { customId, values }: PressedId,
  presser: Presser,
  nowMs: number,
): ReadId {
  const read = readSignedId(key, customId, presser, nowMs);
  const [picked] = values ?? [];
  if (read.kind !== 'ok' || read.command !== MENU || picked === undefined) return read;
  return readSignedId(key, picked, presser, nowMs);
}
