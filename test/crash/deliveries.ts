import type { ChannelMessage, Ledger } from './ledger.ts';

/** What is wrong with what a channel received: it has what was sent, in order, and nothing twice. */
export function misdelivered({ ops }: Pick<Ledger, 'ops'>, received: readonly ChannelMessage[]): string[] {
  const wrong: string[] = [];
  const places = new Map(ops.map((op, place) => [op.key, { op, place }]));
  const arrived = new Map<string, ChannelMessage>();
  const last = new Map<string, number>();
  for (const message of received) {
    const { key, channel, text } = message;
    const known = places.get(key);
    if (arrived.has(key)) wrong.push(`the message ${key} was delivered twice`);
    arrived.set(key, message);
    if (!known) wrong.push(`the channel has ${key}, which nobody recorded`);
    else if (known.op.text !== text) wrong.push(`the message ${key} arrived with other words`);
    else if (!['sending', 'sent'].includes(known.op.state))
      wrong.push(`${key} arrived, and is ${known.op.state}`);
    else if (!known.op.lane.endsWith(`:${channel}`)) wrong.push(`the message ${key} went to ${channel}`);
    const place = known?.place ?? 0;
    if (place < (last.get(channel) ?? 0)) wrong.push(`the message ${key} came out of order`);
    last.set(channel, place);
  }
  for (const { key, state, result } of ops)
    if (state === 'sent' && arrived.get(key)?.id !== result)
      wrong.push(`the message ${key} is not where it was sent`);
  return wrong;
}
