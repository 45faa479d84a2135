/** The one message that shows how far a newsletter is: posted once, edited after. Pure. */
import type { Entry } from '../../sessions/entry.ts';
import { chatIdOf } from '../../sessions/key.ts';
import type { NewOp, Op } from '../../sessions/op.ts';
import { roomIn, traitsOf } from '../../sessions/traits-of.ts';
import { shorten } from '../../text/shorten.ts';
import type { NewsletterRecord } from '../model/newsletter-record.ts';
import { sayProgress } from '../say-progress.ts';
import { newsletterKey } from './newsletter-ops.ts';

/** Why an edit was not sent. */
export const SUPERSEDED = 'a newer edit took its place';

const PART = 'progress';
/** States that somebody has to be told of, where a message can't be edited. */
const ENDS: readonly NewsletterRecord['state'][] = ['stopped', 'waiting', 'done'];

/**
 * @param made all ops of this message so far, in the order of sending.
 * @returns what is to be sent now, with edits that nobody needs to see any more; undefined where nothing changed.
 */
export function progressOp(
  record: NewsletterRecord,
  made: readonly Op[],
  nowMs: number,
): { readonly op: NewOp; readonly superseded: readonly string[] } | undefined {
  const { session, place } = record;
  const text = shorten(sayProgress(record), roomIn(place));
  const first = newsletterKey(session, PART);
  // Feeds and servers have a say in what goes wrong.
  const meta = { ofPages: true } as const;
  const channel = { id: chatIdOf(place) };
  const isLast = ENDS.includes(record.state);
  const newest = made.at(-1);
  if (!newest) {
    const entry: Entry = { v: 1, id: first, ts: nowMs, role: 'system', content: text, meta };
    const spec = { kind: 'post', channel, text, previews: false } as const;
    return { op: { key: first, lane: place, spec, record: entry }, superseded: [] };
  }
  if ('text' in newest.spec && newest.spec.text === text) return undefined;
  const key = `${first}_${String(made.length + 1).padStart(3, '0')}`;
  if (traitsOf(place)?.has.edits === false) {
    if (!isLast) return undefined;
    const entry: Entry = { v: 1, id: key, ts: nowMs, role: 'system', content: text, meta };
    return {
      op: { key, lane: place, spec: { kind: 'post', channel, text, previews: false }, record: entry },
      superseded: [],
    };
  }
  const entry: Entry = {
    ...{ v: 1, id: key, ts: nowMs, role: 'system', content: text },
    meta: { ...meta, kind: 'edit', target: first, ...(!isLast && { passing: true }) },
  };
  const spec = {
    kind: 'edit',
    channel,
    message: { op: first },
    text,
    previews: false,
    unsaid: true,
  } as const;
  const superseded = made.filter((op) => op.spec.kind === 'edit' && op.state === 'ready').map((op) => op.key);
  return { op: { key, lane: place, spec, record: entry }, superseded };
}
