/** A card's menu: what is picked there is itself the signed id of a command, as a button has one. */
import { readSignedId } from './component-ids.ts';
import type { Presser, ReadId } from './component-ids.ts';

/** The command of a menu as a whole, which does nothing by itself. */
export const MENU = 'menu';

interface PressedId {
  readonly customId: string;
  /** Of a list: what was picked from it. */
  readonly values?: readonly string[];
}

/** What was pressed, or picked from a menu. */
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
