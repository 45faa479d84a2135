/** What must hold of messages that were acknowledged, by their turns' ids. */
import type { Chronicle } from './chronicle.ts';
import type { Ledger } from './ledger.ts';
import type { Saying } from './people.ts';

type Acknowledged = ReadonlyMap<string, Saying>;

/** What was acknowledged is written down: in the transcript, or in the journal that will bring it there. */
export function lostMessages(
  { turns, journal }: Pick<Ledger, 'turns' | 'journal'>,
  acknowledged: Acknowledged,
  chronicle: Pick<Chronicle, 'place' | 'entries'>,
): string[] {
  const wrong: string[] = [];
  const accepted = new Set(turns.map(({ id }) => id));
  const journaled = new Set(journal.map(({ session, entry_id }) => `${session} ${entry_id}`));
  for (const [turn, { sessionKey, text }] of acknowledged) {
    if (!accepted.has(turn)) wrong.push(`the acknowledged message ${turn} has no turn`);
    const place = chronicle.place(sessionKey, `${turn}:0`);
    const entry = place === undefined ? undefined : chronicle.entries(sessionKey)[place];
    if (!entry && !journaled.has(`${sessionKey} ${turn}:0`))
      wrong.push(`the acknowledged message ${turn} is lost`);
    if (entry && entry.content !== text.trim()) wrong.push(`the message ${turn} has other words`);
  }
  return wrong;
}

/** What the desk was asked to remember it remembers once, also when it was killed while it did. */
export function misremembered({ notes, turns, effects }: Ledger, acknowledged: Acknowledged): string[] {
  const wrong: string[] = [];
  const acted = new Set(effects.map(({ turn }) => turn));
  const ended = new Map(turns.map((turn) => [turn.id, turn]));
  const joinedBy = new Set(turns.map(({ joined }) => joined));
  for (const [id, { text }] of acknowledged) {
    const word = /\bheron-\d+/.exec(text)?.[0];
    const turn = ended.get(id);
    // The desk model answers the newest message only: what others joined may go unremembered.
    if (word === undefined || !turn || turn.joined !== null || joinedBy.has(id)) continue;
    const times = notes.filter((note) => new RegExp(`${word}\\b`).test(note.text)).length;
    if (times > 1) wrong.push(`${id} was remembered ${times} times`);
    if (times === 0 && turn.status === 'ok') wrong.push(`${id} was answered, and not remembered`);
    if (times === 1 && !acted.has(id)) wrong.push(`${id} was remembered without its mark`);
  }
  return wrong;
}

/** Joined messages are answered by the turn that they joined. */
export function unanswered({ turns }: Pick<Ledger, 'turns'>): string[] {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  return turns
    .filter(({ joined }) => joined !== null && byId.get(joined)?.state !== 'closed')
    .map(({ id, joined }) => `the message ${id} waits for ${joined}`);
}
