/** People who write directly to the desk: they are on no server, and only their own conversation is theirs. */
import { may } from './actor.ts';
import type { Asker } from './actor.ts';
import { hasServers } from './traits-of.ts';

/** False for whoever has the right to the whole desk, and for programs. */
export function isDirect({ actor, session }: Asker): boolean {
  return (
    actor.kind === 'person' && actor.guild === undefined && hasServers(session) && !may(actor, 'desk')
  );
}
