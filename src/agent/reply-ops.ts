import { chatIdOf } from '../sessions/key.ts';
import type { Entry } from '../sessions/entry.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { NewOp, OpButton } from '../sessions/op.ts';
import type { Turn, TurnEnd } from '../sessions/turn.ts';
import { progressKey } from '../sessions/progress.ts';
import { isChat, traitsOf } from '../sessions/traits-of.ts';
import { splitMessage } from '../text/split-message.ts';

/** The messages that deliver a turn's answer to its session. */
export function replyOps(
  turn: Turn,
  { summary: text, buttons }: Pick<TurnEnd, 'summary' | 'buttons'>,
  { inPlace = false }: { readonly inPlace?: boolean } = {},
): NewOp[] {
  const { id, session, run } = turn;
  // The desk's own sessions, isolated jobs and workers have no channel.
  if (isChat(session)) {
    const answer = posts(id, session, text, { replyTo: repliedTo(turn), buttons });
    return inPlace ? takingPlace(turn, answer) : answer;
  }
  if (run?.deliverTo === undefined) return [];
  // An isolated job's answer is delivered to another session, which remembers it.
  const { jobId, jobName } = run;
  const cron = { cron_job_id: jobId, cron_job_name: jobName, cron_run_id: id };
  const record: Entry = { v: 1, id: `${id}/1`, ts: 0, role: 'assistant', content: text, ...cron };
  const [first, ...rest] = posts(id, run.deliverTo, text);
  return first ? [{ ...first, record }, ...rest] : [];
}

/** The progress message is edited into the answer, or the answer is posted if there is no progress message. */
function takingPlace({ id }: Turn, [first, ...rest]: readonly NewOp[]): NewOp[] {
  if (first?.spec.kind !== 'post') return [];
  const { kind: _, replyTo: __, ...body } = first.spec;
  const shown = progressKey(id);
  // The progress message is not part of the conversation once there is an answer.
  const meta = { turn: id, kind: 'delete', target: shown, passing: true } as const;
  const record: Entry = { v: 1, id: `${shown}/over`, ts: 0, role: 'system', content: 'It is over', meta };
  const edit: NewOp = { ...first, spec: { kind: 'edit', message: { op: shown }, ...body }, record };
  return [{ ...first, key: shown }, edit, ...rest];
}

/** One message, or as many as the platform's limit requires. */
export function posts(
  id: string,
  session: SessionKey,
  text: string,
  { replyTo, buttons = [] }: { replyTo?: string | undefined; buttons?: readonly OpButton[] | undefined } = {},
): NewOp[] {
  const longest = traitsOf(session)?.limits.message;
  const pieces = longest === undefined ? [text] : splitMessage(text, longest);
  // One link may show a preview; several previews would bury the text.
  const previews = countOfLinks(text) > 1 ? { previews: false as const } : {};
  return pieces.map((piece, at) => ({
    key: `${id}/${at + 1}`,
    lane: session,
    spec: {
      kind: 'post',
      channel: { id: chatIdOf(session) },
      text: piece,
      ...previews,
      ...(at === 0 && replyTo !== undefined && { replyTo }),
      ...(at === pieces.length - 1 && buttons.length > 0 && { buttons }),
    },
  }));
}

/** In a channel with several people, an answer refers to the message that it answers. */
function repliedTo({ session, kind, origin, clientId }: Turn): string | undefined {
  const isShared = traitsOf(session)?.has.replies && origin.kind !== 'thread' && origin.kind !== 'dm';
  return isShared && kind === 'person' ? clientId : undefined;
}

function countOfLinks(text: string): number {
  return [...text.matchAll(/(?<!<)https?:\/\//gu)].length;
}
