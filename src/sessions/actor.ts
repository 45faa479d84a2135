import type { SessionKey } from './key.ts';

/** Who asks, and with which rights. The actor travels with the turn; tools check the actor, never the channel. */
export interface Actor {
  readonly kind: 'person' | 'agent' | 'gateway' | 'system';
  readonly id?: string;
  readonly name: string;
  readonly rights: readonly Right[];
  /** The server (guild) to which the rights are limited; absent for rights that hold in the whole desk. */
  readonly guild?: string;
}

/** Who asks, and where. What the asker can reach follows from both. */
export interface Asker {
  readonly session: SessionKey;
  readonly actor: Actor;
}

/**
 * `talk`: get answers. `jobs`: manage the automations of a chat. `desk`: read all chats, pause the desk, delete.
 */
export type Right = 'talk' | 'jobs' | 'desk';

export const SYSTEM: Actor = { kind: 'system', name: 'Nightdesk', rights: ['talk', 'jobs', 'desk'] };

/** The desk's operator: anyone with the gateway's token, on this machine. */
export const GATEWAY: Actor = { kind: 'gateway', name: 'gateway', rights: ['talk', 'jobs', 'desk'] };

/** Whether an actor has a right. Check it where something is done, not where it is shown. */
export function may(actor: Actor, right: Right): boolean {
  return actor.rights.includes(right);
}

/** Whoever edits a message asks with the rights that they have then, and with no more than they wrote it with. */
export function cutTo(actor: Actor, rights: readonly Right[]): Actor {
  return { ...actor, rights: actor.rights.filter((right) => right === 'talk' || rights.includes(right)) };
}

/** A scheduled turn acts with its creator's rights, cut down: it may not create, change or remove jobs. */
export function scheduledFor(creator: Actor): Actor {
  return { ...creator, kind: 'agent', rights: creator.rights.filter((right) => right === 'talk') };
}
