/** The edition's desk channel as a session. */
import type { Kernel } from '../../feature/kernel.ts';
import { channelOf, chatIdOf } from '../../sessions/key.ts';
import { deskChannel } from './edition-channels.ts';
import type { Edition } from './edition.ts';

/** Create the desk channel's session if it doesn't exist yet. */
export async function openDeskChannel(
  edition: Pick<Edition, 'desk'>,
  {
    stores: { sessions },
    clock,
  }: { readonly stores: Pick<Kernel['stores'], 'sessions'>; readonly clock: Kernel['clock'] },
): Promise<void> {
  const key = deskChannel(edition);
  const origin = { channel: channelOf(key), chatId: chatIdOf(key) };
  await sessions.open({ key, origin, title: chatIdOf(key) }, clock.now());
}
