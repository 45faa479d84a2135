import type { Author, Entry } from '../sessions/entry.ts';
import type { Turn } from '../sessions/turn.ts';

/** What the person of a turn has said: in the turn, and to the desk shortly before. */
export interface OwnWords {
  now: string;
  readonly before: string;
  /** The turn that answered their last message before this one. */
  readonly answeredIn?: string;
}

/** How far back earlier messages count: an answer to the desk's question is only half of a request. */
const BEFORE_MS = 15 * 60_000;

/** A person's words of this turn, and those of the same person shortly before; both empty for a scheduled turn. */
export function wordsOf(turn: Turn, window: readonly Entry[]): OwnWords {
  if (turn.kind !== 'person' || turn.run) return { now: '', before: '' };
  const before = window.filter(
    (entry) =>
      isBy(entry, turn.author) && entry.ts >= turn.acceptedAtMs - BEFORE_MS && entry.id !== `${turn.id}:0`,
  );
  const answeredIn = answerTo(before.at(-1), window);
  return {
    now: turn.text,
    before: before.map(({ content }) => content).join('\n'),
    ...(answeredIn !== undefined && { answeredIn }),
  };
}

/** Its own turn, or the next one that ended, which it has joined. */
function answerTo(said: Entry | undefined, window: readonly Entry[]): string | undefined {
  if (!said) return undefined;
  const ended = window
    .slice(window.indexOf(said))
    .flatMap(({ meta }) => (meta?.kind === 'closure' ? [meta.turn] : []));
  return ended.find((turn) => turn === said.meta?.turn) ?? ended[0];
}

/** What the same person said meanwhile counts as said in the turn. */
export function joined(words: OwnWords, entry: Entry, turn: Turn): void {
  if (words.now !== '' && isBy(entry, turn.author)) words.now += `\n${entry.content}`;
}

/** Whether this person said it to the desk. Overheard talk and a job's messages don't count. */
function isBy({ role, author, meta, _cron_turn }: Entry, person: Author | undefined): boolean {
  if (role !== 'user' || meta?.kind !== undefined || _cron_turn) return false;
  return author?.id === undefined || person?.id === undefined
    ? author?.name === person?.name
    : author.id === person.id;
}
