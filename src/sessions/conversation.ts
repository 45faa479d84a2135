/** A conversation in the form that is given to a summarizer: who said what, and when, without the steps between. */
import { dayAndTime } from '../time/zone.ts';
import type { Entry } from './entry.ts';
import { fitWindow } from './fit-window.ts';
import { foldRuns } from './fold-runs.ts';
import type { SessionKey } from './key.ts';
import { isOverheard } from './overheard.ts';
import { readMemory } from './read-memory.ts';
import type { Transcripts } from './transcripts.ts';
import type { Turn } from './turn.ts';

/**
 * One thing that was said. `person` and `desk` talk to each other. A `run` is what a job posted or how it ended,
 * after its `trigger`. A `remark` is the desk's own. A `summary` stands for everything before it.
 */
export interface Said {
  readonly at: string;
  readonly by: 'person' | 'desk' | 'trigger' | 'run' | 'remark' | 'summary';
  /** The person's or the job's name. */
  readonly name?: string;
  /** People talked to each other, not to the desk. */
  readonly overheard?: true;
  readonly text: string;
}

export interface ConversationTerms {
  readonly turn: Turn;
  readonly waiting: readonly string[];
  readonly tokens: number;
  /** The id of the last entry that is included. */
  readonly through: string;
  readonly zone: string;
}

/** @returns oldest first; empty when the session was reset since `through`. */
export async function readConversation(
  transcripts: Pick<Transcripts, 'backwards'>,
  lane: SessionKey,
  { turn, waiting, tokens, through, zone }: ConversationTerms,
): Promise<Said[]> {
  const without = new Set([turn.id, ...waiting]);
  const { summary, entries } = await readMemory(transcripts, lane, { without, tokens, through });
  const talk = entries.filter(({ meta }) => meta?.kind !== 'step');
  if (talk.length === 0) return [];
  return fitWindow(foldRuns(talk, zone), summary, tokens).map((entry) => saidOf(entry, zone));
}

/** As text for a language model, at least one line each: "[Fri 20 Nov, 07:30] Ann: no more crypto today". */
export function renderConversation(said: readonly Said[]): string {
  return said
    .map(({ at, by, name, overheard, text }) => {
      const speaker = overheard ? `${SPEAKER[by](name)} (overheard)` : SPEAKER[by](name);
      return `[${at}] ${speaker}: ${text}`;
    })
    .join('\n');
}

const SPEAKER: Readonly<Record<Said['by'], (name: string | undefined) => string>> = {
  person: (name) => name ?? 'somebody',
  desk: () => 'the desk',
  trigger: (name) => `(automation "${name ?? ''}" begins)`,
  run: (name) => (name === undefined ? 'the desk posted' : `the desk, for "${name}"`),
  remark: () => '(remark)',
  summary: () => 'What was said before this, in short',
};

function saidOf(entry: Entry, zone: string): Said {
  const name = entry.cron_job_name ?? entry.author?.name;
  const at = dayAndTime(entry.ts, zone);
  return {
    at,
    by: byOf(entry),
    ...(name !== undefined && { name }),
    ...(isOverheard(entry) && { overheard: true as const }),
    text: entry.content.trim(),
  };
}

function byOf({ role, meta, ...entry }: Entry): Said['by'] {
  if (meta?.kind === 'summary') return 'summary';
  if (entry._cron_turn === true) return 'trigger';
  const isOfRun = meta?.kind === 'story' || meta?.kind === 'batch' || meta?.kind === 'report';
  if (entry.cron_run_id !== undefined || isOfRun) return 'run';
  if (role === 'system') return 'remark';
  return role === 'user' ? 'person' : 'desk';
}
