/** Sums up long memories by the profile that is registered for it. A home's own prompts may lack it. */
import { COMPACTION_PROFILE, Compactor, compactionOf } from '../sessions/compactor.ts';
import type { TurnProfiles } from './turn-profiles.ts';

type Deps = ConstructorParameters<typeof Compactor>[0];

/**
 * The compactor of conversations.
 * @returns undefined where no profile for chat or for compaction is registered.
 */
export function compactorBy(
  profiles: Pick<TurnProfiles, 'registered'>,
  deps: Omit<Deps, keyof ReturnType<typeof compactionOf>>,
): Compactor | undefined {
  const chat = profiles.registered('chat');
  if (!chat || !profiles.registered(COMPACTION_PROFILE)) return undefined;
  return new Compactor({ ...deps, ...compactionOf(chat.window_tokens) });
}
