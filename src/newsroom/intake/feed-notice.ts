import { posts } from '../../agent/reply-ops.ts';
import { deskChannel } from '../edition/edition-channels.ts';
import type { Edition, EditionFeed } from '../edition/edition.ts';
import { sayUnusable } from '../edition/say-unusable.ts';
import type { FeedState } from './pool/feed-health.ts';
import type { Entry } from '../../sessions/entry.ts';
import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { OpBook } from '../../sessions/op-book.ts';
import type { SessionIndex } from '../../sessions/session-index.ts';
import type { Clock } from '../../time/clock.ts';

/** Report in the desk channel, and in its memory, that a feed was given up. Repeating the report changes nothing. */
export async function tellGaveUp(
  { key, label }: EditionFeed,
  { disabledAtMs = 0, failuresInARow, lastError = '' }: FeedState,
  deps: { ops: Pick<OpBook, 'put'>; sessions: Pick<SessionIndex, 'open'>; edition: Edition; clock: Clock },
): Promise<void> {
  const { ops, sessions, edition, clock } = deps;
  // Neither its address nor the error's detail, which has it: an address may have a key in it.
  const because = sayUnusable(lastError, edition.language);
  const text =
    edition.language === 'en'
      ? `The feed ${label} failed ${failuresInARow} times in a row and is disabled (${because}). ` +
        `Once it works again: \`newsroom pool enable ${key}\`.`
      : `來源「${label}」連續失敗 ${failuresInARow} 次，已停用（${because}）。` +
        `待它恢復後，請執行 \`newsroom pool enable ${key}\`。`;
  const id = `feed:${key}/disabled/${disabledAtMs}`;
  const desk = deskChannel(edition);
  // A feed may be given up before a desk ever started; a session that doesn't exist remembers nothing.
  const chatId = chatIdOf(desk);
  await sessions.open(
    { key: desk, origin: { channel: channelOf(desk), chatId }, title: chatId },
    clock.now(),
  );
  const record: Entry = {
    v: 1,
    id,
    ts: clock.now(),
    role: 'system',
    content: text,
    meta: { kind: 'report' },
  };
  const [first, ...rest] = posts(id, desk, text);
  if (first) await ops.put([{ ...first, record }, ...rest]);
}
