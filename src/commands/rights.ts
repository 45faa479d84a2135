import { may } from '../sessions/actor.ts';
import type { Actor, Right } from '../sessions/actor.ts';
import { CommandRefusal } from './command.ts';

const MISSING: Readonly<Record<Right, string>> = {
  talk: 'the desk does not answer you here; ask an editor to add you',
  jobs: "it needs an editor's role, or the permission to manage this channel",
  desk: 'it concerns the whole desk and needs the permission to manage the server',
};

/** @throws CommandRefusal that says what is missing. */
export function mustBeAllowed(actor: Actor, right: Right, command: string): void {
  if (!may(actor, right))
    throw new CommandRefusal(`${actor.name}, you may not use /${command}: ${MISSING[right]}.`);
}
