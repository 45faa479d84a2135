import type { Author, Entry } from '../sessions/entry.ts';
import type { Turn } from '../sessions/turn.ts';
import { agreedTo } from '../text/agreed-order.ts';
import { isYes } from '../text/yes.ts';

/** What the person of a turn has said: in the turn, and to the desk shortly before. */
export interface OwnWords {
  /** With what a bare "yes" was said to. */
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
  const agreed = isYes(turn.text) ? agreedIn(turn, before.at(-1), window) : undefined;
  return {
    now: agreed === undefined ? turn.text : `${turn.text}\n${agreed}`,
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

/**
 * What a "yes" is said to: the question that they saw last, at the end of the desk's answer to their message before. Nothing
 * where somebody else has spoken to the desk since, where they reply to another message, or where the answer is made of pages.
 */
function agreedIn(turn: Turn, asked: Entry | undefined, window: readonly Entry[]): string | undefined {
  // Not steps, overheard talk and what was posted.
  const last = window.findLast(
    ({ id, meta }) => id !== `${turn.id}:0` && (meta?.kind === undefined || meta.kind === 'closure'),
  );
  if (asked === undefined || last?.role !== 'assistant' || last.meta?.kind !== 'closure') return undefined;
  if (last.meta.turn !== answerTo(asked, window) || last.meta.ofPages || last._cron_turn) return undefined;
  if (turn.replyTo && !isOf(last.content, turn.replyTo.text ?? '')) return undefined;
  return agreedTo(last.content, asked.content);
}

/** So many letters tell what a message quotes. */
const TELLING = 60;

/** Whether an answer has what is quoted of it: the beginning of a part, in one line and without marks. */
function isOf(answer: string, quoted: string): boolean {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
  const beginning = letters(quoted).slice(0, TELLING);
  return beginning !== '' && letters(answer).includes(beginning);
}

/** What the same person said meanwhile counts as said in the turn. */
export function joined(words: OwnWords, entry: Entry, turn: Turn): void {
  if (words.now !== '' && isBy(entry, turn.author)) words.now += `\n${entry.content}`;
}

/** Whether this person said it to the desk, and no namesake. Overheard talk and a job's messages don't count. */
function isBy({ role, author, meta, _cron_turn }: Entry, person: Author | undefined): boolean {
  if (role !== 'user' || meta?.kind !== undefined || _cron_turn) return false;
  return author?.id === person?.id && (author?.id !== undefined || author?.name === person?.name);
}
