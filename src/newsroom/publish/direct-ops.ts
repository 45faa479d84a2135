import { channelOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import { shorten } from '../../text/shorten.ts';

const MOST = 1_900;
const PERSON = /^(?:discord:)?(\d{15,20})$/;

/**
 * What people are told in private, one message each. Only those that the desk may write to; and only from a desk in
 * Discord: elsewhere there is nobody to write to. One that doesn't take it stops nothing: it is said where the desk is.
 */
export function directOps(
  key: string,
  desk: SessionKey,
  targets: readonly string[],
  text: string,
  { mayTell }: { readonly mayTell: (person: string) => boolean },
): NewOp[] {
  if (channelOf(desk) !== 'discord') return [];
  const people = new Set(targets.flatMap((target) => PERSON.exec(target)?.[1] ?? []).filter(mayTell));
  return [...people].map((person) => ({
    key: `${key}/dm_${person}`,
    lane: desk,
    spec: { kind: 'direct', channel: { id: person }, text: shorten(text, MOST), previews: false },
  }));
}
