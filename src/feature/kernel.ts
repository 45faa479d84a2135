/**
 * What the desk's kernel offers to features. A feature declares what it needs, as `Pick<Kernel, 'cron' | 'clock'>`,
 * and doesn't import `main/`.
 */
import type { Facts } from '../cron/kept-pause.ts';
import type { Logger } from 'pino';
import type { Prompts } from '../agent/prompts.ts';
import type { HomeFiles } from '../async/home-files.ts';
import type { TaskQueue } from '../async/task-queue.ts';
import type { Config } from '../config/config.ts';
import type { Cron } from '../cron/cron.ts';
import type { ChatModel, UnknownModel } from '../llm/chat-model.ts';
import type { Actor } from '../sessions/actor.ts';
import type { Conductor } from '../sessions/conductor.ts';
import type { Dispatcher } from '../sessions/dispatcher.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { NoteBook } from '../sessions/note-book.ts';
import type { OpBook } from '../sessions/op-book.ts';
import type { Said } from '../sessions/said.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import type { SessionStateBook } from '../sessions/session-state.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import type { TurnBook } from '../sessions/turn-book.ts';
import type { BelievedTime } from '../time/believed-time.ts';
import type { Clock } from '../time/clock.ts';
import type { UndoLog } from './undo-log.ts';
import type { News } from './news.ts';
import type { Tracing } from './tracing.ts';

export interface Kernel {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly news: Pick<News, 'subscribe' | 'publish'>;
  readonly stores: KernelStores;
  readonly prompts: Prompts;
  /** The model, without a profile's budget. */
  readonly model: ChatModel;
  readonly unknownModel: UnknownModel;
  readonly tracing: Tracing;
  readonly conductor: Pick<Conductor, 'ask' | 'submit'>;
  /** Sends stored ops after `poke`. */
  readonly dispatcher: Pick<Dispatcher, 'poke' | 'settled'>;
  readonly cron: Cron;
  /** Durable tasks; the features provide the handlers. */
  readonly tasks: Pick<TaskQueue, 'add' | 'cancel' | 'poke' | 'under'>;
  /** Takes in a person's message; the answer comes as a message. */
  readonly desk: { say(said: Said, actor: Actor): Promise<unknown> };
  /** What people changed last, so that they can take it back. */
  readonly undoLog: UndoLog;
  /** Bring a session's transcript up to date. */
  flush(session: SessionKey): Promise<void>;
  newId(): string;
}

export interface KernelStores {
  readonly ops: OpBook;
  readonly sessions: SessionIndex;
  readonly notes: NoteBook;
  readonly sessionState: SessionStateBook;
  readonly turns: TurnBook;
  readonly transcripts: Pick<Transcripts, 'forwards' | 'header'>;
  readonly state: Facts;
  readonly files: HomeFiles;
  /** The trusted time for deciding that data is old enough to delete. */
  readonly believed: BelievedTime;
}
