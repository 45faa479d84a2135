/**
 * Deletes a session: one use-case for gateway, console, CLI and commands.
 *
 * Without confirmation, a session with automations is left untouched. With it, the session is deleted with its
 * threads, their automations and notes, and the transcripts are archived. An interrupted deletion is finished at
 * the next start. The channel on its platform stays; `place-deletion.ts` deletes it.
 */
import { z } from 'zod';
import type { Given } from '../text/given.ts';
import type { Cron } from '../cron/cron.ts';
import type { Job } from '../cron/job.ts';
import { may } from '../sessions/actor.ts';
import type { Actor } from '../sessions/actor.ts';
import type { Conductor } from '../sessions/conductor.ts';
import { channelOf, memoryKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import type { SessionRemoval } from '../sessions/session-removal.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import type { Clock } from '../time/clock.ts';
import { DeskError } from '../sessions/desk-error.ts';
import { automationsOf, familyOf } from './place-family.ts';

interface DeletionDeps {
  readonly cron: Cron;
  readonly conductor: Conductor;
  readonly transcriptWriter: TranscriptWriter;
  readonly sessions: SessionIndex;
  readonly transcripts: Transcripts;
  readonly removal: SessionRemoval;
  readonly clock: Clock;
  readonly unified: boolean;
}

const automations = z.array(z.strictObject({ id: z.string(), name: z.string(), enabled: z.boolean() }));
/** Jobs of the system and of other programs: they don't prevent the deletion, and stay. */
const left = automations.exactOptional();

/** Field names as in the contract. */
export const deletionSchema = z.discriminatedUnion('deleted', [
  z.strictObject({ deleted: z.literal(true), left_automations: left }),
  z.strictObject({
    deleted: z.literal(false),
    blocked_by_automations: z.literal(true),
    automations,
    left_automations: left,
  }),
]);
type Deletion = Given<z.output<typeof deletionSchema>>;

export class DeleteSession {
  readonly #deps: DeletionDeps;

  constructor(deps: DeletionDeps) {
    this.#deps = deps;
  }

  /** @throws DeskError when there is no such session, or it is the desk's own. */
  async delete(key: SessionKey, confirmed: boolean, actor: Actor): Promise<Deletion> {
    if (!may(actor, 'desk') && !may(actor, 'jobs'))
      throw new DeskError(
        'forbidden',
        `${actor.name} may not delete a session: it needs the right to manage it`,
      );
    if (['main', 'unified'].includes(channelOf(key)))
      throw new DeskError('refused', `${key} is the desk's own memory; it can be reset, not deleted`);
    if (!(await this.#deps.sessions.get(key))) throw new DeskError('not_found', `there is no session ${key}`);
    const family = await familyOf(this.#deps.sessions, key);
    for (const member of family)
      if (await this.#deps.removal.isDeleting(member))
        throw new DeskError('refused', `${member} is being deleted already`);
    const { own, left } = await automationsOf(this.#deps.cron, family);
    const others = left.length > 0 ? { left_automations: left.map(named) } : {};
    if (own.length > 0 && !confirmed)
      return { deleted: false, blocked_by_automations: true, automations: own.map(named), ...others };
    await this.#remove(family, actor.name);
    return { deleted: true, ...others };
  }

  /** Finish deletions that an earlier process began. Call once, at start. */
  async resume(): Promise<void> {
    const left = await this.#deps.removal.unfinished();
    if (left.length > 0) await this.#remove(left, 'Nightdesk');
  }

  /** Every step is idempotent, so an interrupted deletion can be continued anywhere. */
  async #remove(family: readonly SessionKey[], by: string): Promise<void> {
    const { cron, conductor, transcriptWriter, transcripts, removal, clock, unified } = this.#deps;
    await conductor.cutOff(await removal.begin(family, clock.now()), DELETED);
    for (const job of (await automationsOf(cron, family)).own) await cron.remove(job.id);
    const stamp = new Date(clock.now()).toISOString().replaceAll(':', '-');
    for (const key of family) {
      // In unified mode the memory belongs to all chats and stays; running turns can no longer commit.
      if (memoryKey(key, unified) === key) await conductor.reset(key, by);
      await transcriptWriter.flush(key);
      await transcripts.archive(key, stamp);
    }
    await conductor.cutOff(await removal.finish(family, clock.now()), DELETED);
  }
}

const DELETED = 'the session was deleted';

function named({ id, name, enabled }: Job) {
  return { id, name, enabled };
}
