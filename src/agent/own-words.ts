import type { Author, Entry } from '../sessions/entry.ts';
import type { Turn } from '../sessions/turn.ts';

/** What the person of a turn has said: in the turn, and to the desk shortly before. */
export interface OwnWords {
  now: string;
  readonly before: string;
}

/** So long what somebody said before belongs to what they say: an answer to a question of the desk is half a wish. */
const BEFORE_MS = 15 * 60_000;

/** A person's words of this turn, and those of the same person shortly before; both empty for a scheduled turn. */
export function wordsOf(turn: Turn, window: readonly Entry[]): OwnWords {
  if (turn.kind !== 'person' || turn.run) return { now: '', before: '' };
  const before = window.filter(
    (entry) =>
      isBy(entry, turn.author) && entry.ts >= turn.acceptedAtMs - BEFORE_MS && entry.id !== `${turn.id}:0`,
  );
  return { now: turn.text, before: before.map(({ content }) => content).join('\n') };
}

/** What the same person said meanwhile counts as said in the turn. */
export function joined(words: OwnWords, entry: Entry, turn: Turn): void {
  if (words.now !== '' && isBy(entry, turn.author)) words.now += `\n${entry.content}`;
}

/** Said to the desk by this person; what was only observed, or that a job says, is nobody's wish. */
function isBy({ role, author, meta, _cron_turn }: Entry, person: Author | undefined): boolean {
  if (role !== 'user' || meta?.kind !== undefined || _cron_turn) return false;
  return author?.id === undefined || person?.id === undefined
    ? author?.name === person?.name
    : author.id === person.id;
}
