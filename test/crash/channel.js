// A channel that can tell duplicates: a file that keeps every message it receives, also the second of a kind.
// It answers late, and now and then it takes a message and the answer is lost, or loses the message as well.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** An outbox as `src/sessions/op.ts` knows it. What arrives by chance follows from the message's own key. */
export function fileChannel(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const [newest, arrived] = [new Map(), new Map()];
  let attempts = 0;
  const keep = ({ id, key, channel }) => {
    newest.set(channel, id);
    arrived.set(key, id);
  };
  for (const line of lines) keep(JSON.parse(line));
  let next = lines.length + 1;

  return {
    settleMs: 5,
    newest: async (channel) => newest.get(channel),
    readBack: async ({ key }) =>
      arrived.has(key) ? { kind: 'arrived', id: arrived.get(key) } : { kind: 'absent' },
    send: async ({ key, spec }) => {
      const [before, after, luck] = createHash('sha256').update(`${key} ${attempts++}`).digest();
      await pause(before % 6);
      if (luck < 6) return { kind: 'fate unknown', because: 'the connection broke before' };
      const message = { id: String(next++), key, channel: spec.channel, text: spec.text };
      appendFileSync(file, `${JSON.stringify(message)}\n`);
      keep(message);
      await pause(after % 6);
      if (luck < 12) return { kind: 'fate unknown', because: 'the connection broke after' };
      return { kind: 'sent', id: message.id };
    },
  };
}
