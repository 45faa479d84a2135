import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import { roomIn, traitsOf } from '../../sessions/traits-of.ts';
import { shorten } from '../../text/shorten.ts';

/**
 * Direct messages to people, one each: only to those whom the desk may write to, and only when the desk channel's
 * platform has such ids. If one is refused, that is reported in the desk channel and stops nothing.
 */
export function directOps(
  key: string,
  desk: SessionKey,
  targets: readonly string[],
  text: string,
  { mayTell }: { readonly mayTell: (person: string) => boolean },
): NewOp[] {
  const { name, ids } = traitsOf(desk) ?? {};
  const bare = targets.map((target) =>
    target.startsWith(`${name}:`) ? target.slice(`${name}:`.length) : target,
  );
  const people = new Set(bare.filter((id) => ids?.person?.test(id)).filter(mayTell));
  return [...people].map((person) => ({
    key: `${key}/dm_${person}`,
    lane: desk,
    spec: { kind: 'direct', channel: { id: person }, text: shorten(text, roomIn(desk)), previews: false },
  }));
}
