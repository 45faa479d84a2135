/** What is known of a chaos that has come to rest: what people did, what the newsroom wrote down, what Discord shows. */
import { MessageType } from 'discord-api-types/v10';
import type { Job } from '../../src/cron/job.ts';
import type { OpSpec } from '../../src/sessions/op.ts';
import type { KnownJob } from '../crash/slots.ts';
import type { RunRow } from '../crash/ledger.ts';
import { wordsOf } from '../support/discord/cards.ts';
import type { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import type { Said } from './crowd.ts';
import type { Records, Transcript } from './records.ts';

export interface Facts {
  readonly said: readonly Said[];
  /** Turns that the gateway acknowledged, each with its session. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Callers that nobody answered, in words. */
  readonly waiting: readonly string[];
  /** Somebody set a clock: slots may come twice, and questions be too old to be answered. */
  readonly clockWasSet: boolean;
  readonly turns: readonly TurnFact[];
  readonly runs: readonly RunRow[];
  readonly jobs: readonly { readonly job: KnownJob; readonly nextMs: number | null }[];
  readonly ops: readonly OpFact[];
  readonly journal: readonly string[];
  /** Tasks that were given up. */
  readonly givenUp: readonly string[];
  readonly stories: readonly { readonly id: string; readonly title: string }[];
  readonly transcripts: readonly Transcript[];
  /** What the bot wrote on Discord, without what it answered to commands. */
  readonly posted: readonly Posted[];
}

interface TurnFact {
  readonly id: string;
  readonly kind: string;
  readonly session: string;
  readonly state: string;
  readonly joined: string | null;
  readonly status: string | undefined;
}

interface OpFact {
  readonly key: string;
  readonly lane: string;
  readonly turn: string | null;
  readonly state: string;
  readonly spec: OpSpec;
  readonly result: string | null;
  readonly error: string | null;
}

interface Posted {
  readonly id: string;
  readonly channel: string;
  readonly text: string;
}

type Lived = Pick<Facts, 'said' | 'acknowledged' | 'waiting' | 'clockWasSet'>;

export async function gatherFacts(lived: Lived, records: Records, discord: LoopbackDiscord): Promise<Facts> {
  const { rows } = records;
  const turns = await rows<Omit<TurnFact, 'status'> & { ending: string | null }>(
    `SELECT id, kind, session, state, joined, ending FROM turns ORDER BY seq`,
  );
  const runs = await rows<RunRow>(
    `SELECT id, job, slot, status, queued_at, started_at, error FROM runs ORDER BY seq`,
  );
  const jobs = await rows<{ job: string; next_run_at: number | null; created_at: number }>(
    `SELECT job, next_run_at, created_at FROM jobs`,
  );
  const ops = await rows<Omit<OpFact, 'spec'> & { spec: string }>(
    `SELECT key, lane, turn, state, spec, result, error FROM ops ORDER BY seq`,
  );
  const journal = await rows<{ what: string }>(`SELECT session || ' ' || entry_id AS what FROM journal`);
  const givenUp = await rows<{ what: string }>(
    `SELECT task || ' ' || key || ': ' || coalesce(error, '') AS what FROM tasks WHERE given_up_at IS NOT NULL`,
  );
  const stories = await rows<{ id: string; title: string }>(`SELECT id, title FROM stories`);
  return {
    ...lived,
    turns: turns.map(({ ending, ...turn }) => ({
      ...turn,
      status: ending === null ? undefined : (JSON.parse(ending) as { status: string }).status,
    })),
    // PostgreSQL tells large numbers as text.
    runs: runs.map((run) => ({ ...run, slot: Number(run.slot), queued_at: Number(run.queued_at) })),
    jobs: jobs.map((row) => ({
      job: knownJob(JSON.parse(row.job) as Job, Number(row.created_at)),
      nextMs: row.next_run_at === null ? null : Number(row.next_run_at),
    })),
    ops: ops.map((op) => ({ ...op, spec: JSON.parse(op.spec) as OpSpec })),
    journal: journal.map(({ what }) => what),
    givenUp: givenUp.map(({ what }) => what),
    stories,
    transcripts: await records.transcripts(),
    posted: postedOn(discord),
  };
}

/** The first slot comes after the job was made. */
function knownJob(job: Job, createdAtMs: number): KnownJob {
  const { id, name, schedule, policy } = job;
  const known = {
    id,
    name,
    catchUp: policy?.catchUp === 'all' ? 'all' : 'once',
    deleteAfterRun: false,
  } as const;
  if (schedule.kind === 'at') return { ...known, firstMs: schedule.atMs };
  if (schedule.kind !== 'every') throw new Error(`a chaos has no job of kind ${schedule.kind}`);
  const { everyMs, anchorMs = createdAtMs } = schedule;
  const periods = Math.max(0, Math.floor((createdAtMs - anchorMs) / everyMs) + 1);
  return { ...known, firstMs: anchorMs + periods * everyMs, periodMs: everyMs };
}

function postedOn(discord: LoopbackDiscord): Posted[] {
  return [...discord.realm.world.channels.values()].flatMap((channel) =>
    discord
      .messages(channel)
      .filter(
        ({ author, type, interaction_metadata: asked }) =>
          author.id === discord.bot.id &&
          (type === MessageType.Default || type === MessageType.Reply) &&
          asked === undefined,
      )
      .map((message) => ({ id: message.id, channel: channel.id, text: wordsOf(message) })),
  );
}
