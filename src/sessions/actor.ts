import type { SessionKey } from './key.ts';

/** Who asks, with which rights. It travels with the turn; tools check the actor, never the channel. */
export interface Actor {
  readonly kind: 'person' | 'agent' | 'gateway' | 'system';
  readonly id?: string;
  readonly name: string;
  readonly rights: readonly Right[];
  /** The server (guild) to which the rights are limited; absent for those that hold in the whole desk. */
  readonly guild?: string;
}

/** Where somebody asks, and who: what they can reach follows from both. */
export interface Asker {
  readonly session: SessionKey;
  readonly actor: Actor;
}

/** `talk`: be answered. `jobs`: manage the automations of a chat. `desk`: all chats, pause, delete. */
export type Right = 'talk' | 'jobs' | 'desk';

export const SYSTEM: Actor = { kind: 'system', name: 'Nightdesk', rights: ['talk', 'jobs', 'desk'] };

/** Whoever holds the gateway's token, on this machine: the desk's operator. */
export const GATEWAY: Actor = { kind: 'gateway', name: 'gateway', rights: ['talk', 'jobs', 'desk'] };

/** Whether somebody has a right. It is asked where something is done, never where it is shown. */
export function may(actor: Actor, right: Right): boolean {
  return actor.rights.includes(right);
}

/** A scheduled turn acts with its creator's rights, cut down: it may not create, change or remove jobs. */
export function scheduledFor(creator: Actor): Actor {
  return { ...creator, kind: 'agent', rights: creator.rights.filter((right) => right === 'talk') };
}
