// A channel that can tell duplicates: a file that keeps every message it receives, also the second of a kind.
// It answers late, and now and then it takes a message and the answer is lost, or loses the message as well.
// Desks on one database share the file: what others sent into it is read before anything is answered.
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** An outbox as `src/sessions/op.ts` knows it. What arrives by chance follows from the message's own key. */
export function fileChannel(file) {
  const [newest, arrived] = [new Map(), new Map()];
  let attempts = 0;
  let [next, known] = [1, 0];
  const keep = ({ id, key, channel }) => {
    newest.set(channel, id);
    arrived.set(key, id);
    next = Number(id) + 1;
  };
  const readOn = () => {
    const size = existsSync(file) ? statSync(file).size : 0;
    if (size === known) return;
    const lines = readFileSync(file).subarray(known).toString('utf8').split('\n').filter(Boolean);
    for (const line of lines) keep(JSON.parse(line));
    known = size;
  };

  return {
    settleMs: 5,
    newest: async (channel) => {
      readOn();
      return newest.get(channel);
    },
    readBack: async ({ key }) => {
      readOn();
      return arrived.has(key) ? { kind: 'arrived', id: arrived.get(key) } : { kind: 'absent' };
    },
    send: async ({ key, spec }) => {
      const [before, after, luck] = createHash('sha256').update(`${key} ${attempts++}`).digest();
      await pause(before % 6);
      if (luck < 6) return { kind: 'fate unknown', because: 'the connection broke before' };
      readOn();
      const message = { id: String(next), key, channel: spec.channel, text: spec.text };
      const line = `${JSON.stringify(message)}\n`;
      appendFileSync(file, line);
      keep(message);
      known += Buffer.byteLength(line);
      await pause(after % 6);
      if (luck < 12) return { kind: 'fate unknown', because: 'the connection broke after' };
      return { kind: 'sent', id: message.id };
    },
  };
}
