/** What must hold of a chaos that has come to rest, as figures: each is the number of times that it did not. */
import { parseEntry } from '../../src/sessions/entry.ts';
import type { Header } from '../../src/sessions/entry.ts';
import { SUPERSEDED } from '../../src/newsroom/pipeline/batch-ops.ts';
import { unaccounted } from '../crash/slots.ts';
import type { Facts } from './facts.ts';

export const INVARIANTS = [
  'entries lost',
  'messages twice',
  'stories twice',
  'runs stuck',
  'slots unaccounted',
  'transcripts unreadable',
  'callers left waiting',
] as const;
export type Invariant = (typeof INVARIANTS)[number];
/** What was violated, in words. */
export type Findings = Readonly<Record<Invariant, readonly string[]>>;

/** An id of Discord's in an id of the desk's. */
const SNOWFLAKE = /\d{15,}/gu;
/** How entries of a turn begin that sums a conversation up; what it covers follows. */
const SUMMING_UP = 'compact:';

export class Verdict {
  /** Entries that stood in a transcript once: by session. */
  readonly #known = new Map<string, Set<string>>();

  of(facts: Facts): Findings {
    const read = readTranscripts(facts);
    return {
      'entries lost': [...this.#gone(read.ids), ...lost(facts, read.ids), ...undelivered(facts)],
      'messages twice': [...read.twice, ...twice(facts)],
      'stories twice': repeated(facts.stories.map(({ title }) => title)).map(
        (title) => `the story “${title}”`,
      ),
      'runs stuck': stuck(facts),
      'slots unaccounted': slots(facts),
      'transcripts unreadable': read.unreadable,
      'callers left waiting': [...facts.waiting, ...unanswered(facts)],
    };
  }

  #gone(ids: ReadonlyMap<string, ReadonlySet<string>>): string[] {
    const wrong: string[] = [];
    for (const [session, known] of this.#known)
      for (const id of known)
        if (!ids.get(session)?.has(id)) wrong.push(`${session}: the entry ${id} stood there, and is gone`);
    for (const [session, now] of ids) this.#known.set(session, new Set(now));
    return wrong;
  }
}

export function readTranscripts({ transcripts }: Pick<Facts, 'transcripts'>) {
  const ids = new Map<string, Set<string>>();
  const [unreadable, twice]: [string[], string[]] = [[], []];
  for (const { name, lines, isTorn } of transcripts) {
    if (isTorn) unreadable.push(`${name}: the last line is torn`);
    const session = keyIn(lines[0]);
    if (session === undefined) unreadable.push(`${name}: the first line is no header`);
    const seen = new Set<string>();
    for (const line of lines.slice(1)) {
      const entry = parseEntry(line);
      if (!entry) unreadable.push(`${name}: a line is no entry: ${line.slice(0, 120)}`);
      else if (seen.has(entry.id)) twice.push(`${name}: the entry ${entry.id} stands there twice`);
      else seen.add(entry.id);
    }
    ids.set(session ?? name, seen);
  }
  return { ids, unreadable, twice };
}

function keyIn(line = ''): string | undefined {
  try {
    const header = JSON.parse(line) as Header;
    return header.header ? header.key : undefined;
  } catch {
    return undefined;
  }
}

/** What people said that does not stand in the transcript of where they said it. */
export function unheard(
  { said }: Pick<Facts, 'said'>,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): Facts['said'] {
  const heard = new Map(
    [...ids].map(([session, entries]) => [
      session,
      new Set(
        [...entries].filter((id) => !id.startsWith(SUMMING_UP)).flatMap((id) => id.match(SNOWFLAKE) ?? []),
      ),
    ]),
  );
  return said.filter(({ channel, message }) => !heard.get(`discord:${channel}`)?.has(message));
}

/** What people said, and what was acknowledged, stands in the transcript of where it was said. */
function lost(facts: Facts, ids: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const { acknowledged, journal } = facts;
  const wrong = journal.map((what) => `the journal still holds ${what}`);
  for (const { channel, message, text } of unheard(facts, ids))
    wrong.push(`“${text}” (${message} in ${channel}) is not in the transcript`);
  for (const [turn, session] of acknowledged)
    if (!ids.get(session)?.has(`${turn}:0`)) wrong.push(`the acknowledged message ${turn} is lost`);
  return wrong;
}

/** What was to be said is said: on Discord, and never given up. */
function undelivered({ ops, posted }: Facts): string[] {
  const there = new Set(posted.map(({ id }) => id));
  const removed = ops.filter(({ spec }) => spec.kind === 'delete').map(({ spec }) => JSON.stringify(spec));
  const isRemoved = (key: string, id: string) =>
    removed.some((spec) => spec.includes(`"${key}"`) || spec.includes(`"${id}"`));
  return ops.flatMap(({ key, lane, state, spec, result, error }) => {
    if ((state === 'failed' || state === 'unknown') && error !== SUPERSEDED)
      return [`the message ${key} is ${state}: ${error}`];
    if (state !== 'sent' || spec.kind !== 'post' || result === null || !lane.startsWith('discord:'))
      return [];
    return there.has(result) || isRemoved(key, result) ? [] : [`the message ${key} is not where it was sent`];
  });
}

/** Each message of the bot was recorded, and each that was recorded is there once. */
function twice({ ops, posted, turns }: Facts): string[] {
  const recorded = new Set(ops.map(({ result }) => result));
  const unrecorded = posted
    .filter(({ id }) => !recorded.has(id))
    .map(({ id, channel, text }) => `nobody recorded ${id} in ${channel}: “${text.slice(0, 80)}”`);
  const people = new Set(turns.filter(({ kind }) => kind === 'person').map(({ id }) => id));
  const answers = ops.flatMap(({ turn, spec }) =>
    turn !== null && people.has(turn) && spec.kind === 'post' ? [`${turn} was answered “${spec.text}”`] : [],
  );
  return [...unrecorded, ...repeated(answers)];
}

function stuck({ turns, runs, givenUp }: Facts): string[] {
  return [
    ...turns.filter(({ state }) => state !== 'closed').map(({ id, state }) => `the turn ${id} is ${state}`),
    ...runs
      .filter(({ status }) => ['queued', 'deferred', 'running'].includes(status))
      .map(({ id, status }) => `the run ${id} is ${status}`),
    ...givenUp.map((what) => `the task was given up: ${what}`),
  ];
}

function slots({ jobs, runs, clockWasSet }: Facts): string[] {
  const wrong = jobs.flatMap(({ job, nextMs }) =>
    unaccounted(
      job,
      runs.filter((run) => run.job === job.id),
      nextMs,
    ),
  );
  // By a clock that is set back a slot may come that was told to be missed, and its run isn't the one that made up for it.
  return clockWasSet ? wrong.filter((line) => line.endsWith('was lost')) : wrong;
}

/** Whoever spoke to the desk has its answer, or stands with those whose answer it was. */
function unanswered({ said, turns, ops, clockWasSet }: Facts): string[] {
  // The turn that sums a conversation up is named after the last message that it covers.
  const people = turns.filter(({ kind }) => kind === 'person');
  const byMessage = new Map(people.map((turn) => [turn.id.match(SNOWFLAKE)?.at(-1), turn]));
  const answered = new Set(ops.filter(({ state }) => state === 'sent').map(({ turn }) => turn));
  const open = ops
    .filter(({ state }) => ['held', 'ready', 'sending'].includes(state))
    .map(({ key, state }) => `the message ${key} is ${state}`);
  const alone = said.flatMap(({ channel, message, text }) => {
    const turn = byMessage.get(message);
    if (!turn) return clockWasSet ? [] : [`“${text}” (${message} in ${channel}) has no turn`];
    if (turn.state !== 'closed' || answered.has(turn.joined ?? turn.id)) return [];
    return [`“${text}” (${message} in ${channel}) ended ${turn.status} and was not answered`];
  });
  return [...open, ...alone];
}

/** What is there more than once. */
function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}
