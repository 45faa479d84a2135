import type { TaskQueue } from '../../async/task-queue.ts';
import type { AskTurn } from '../../sessions/perform.ts';
import type { OpBook } from '../../sessions/op-book.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import type { Edition } from '../edition/edition.ts';
import type { JobFiles } from '../batches/job-files.ts';
import type { BatchSummary } from '../batches/batch-summary.ts';
import type { Assignment } from '../model/assignment.ts';
import type { StoryLog } from '../batches/story-log.ts';
import type { Pool } from '../intake/pool/pool.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { Delivered } from '../publish/delivery.ts';
import type { GuildOf, StoryPlace } from '../publish/story-place.ts';
import type { StoryAssets } from '../model/story-assets.ts';
import type { PublishedStory, StoryBook } from '../model/story-book.ts';
import type { Instructions } from '../verify/instructions.ts';
import type { RenderPrompt } from '../write/worker-task.ts';

/** What the pipeline works with. */
export interface PipelineDeps {
  readonly stories: Pick<
    StoryBook,
    | ('openBatches' | 'run' | 'finish' | 'publish' | 'remember' | 'unpublish' | 'find')
    | ('postedSince' | 'recent' | 'updatesOf')
  >;
  readonly actions: Pick<EditorialActionBook, 'of' | 'killedSince'>;
  readonly tasks: Pick<TaskQueue, 'add' | 'poke' | 'under'>;
  readonly files: Pick<
    JobFiles,
    | ('ensure' | 'read' | 'story' | 'current' | 'save' | 'saveSummary')
    | ('sources' | 'saveSources' | 'pictures' | 'runDir' | 'folder')
  >;
  readonly log: Pick<StoryLog, 'note'>;
  readonly ops: Pick<OpBook, 'put' | 'find' | 'under' | 'failed'>;
  readonly events: Pick<Pool, 'event' | 'eventOf' | 'reserve' | 'release' | 'markPosted'>;
  readonly sources: Sources;
  /** Without it stories have no market data or pictures. */
  readonly assets?: StoryAssets;
  readonly ask: AskTurn;
  readonly render: RenderPrompt;
  /** The instructions in reporters' prompts. */
  readonly instructions: Instructions;
  /** Whether a language model may check stories; otherwise the rules decide alone. */
  readonly hasLanguageModel?: (task: 'verify') => boolean;
  readonly edition: Edition;
  readonly clock: Clock;
  /** Where a story of this category is posted if this desk channel ordered it. */
  readonly placeOf: (category: string, desk: SessionKey) => Promise<StoryPlace>;
  readonly guildOf: GuildOf;
  /** The names of the available commands. */
  readonly commands: () => ReadonlySet<string>;
  /** Whether a person, by the platform's id, may be sent direct messages. */
  readonly mayTell: (person: string) => boolean;
  /** How a published story's messages ended, once none is left to send. Rejects with the signal's reason. */
  readonly delivered: (story: PublishedStory, signal: AbortSignal) => Promise<Delivered>;
  /** Resolves when an op was sent or never will be. Rejects with the signal's reason. */
  readonly settled: (key: string, signal: AbortSignal) => Promise<void>;
  /** Tells the outbox that it has something to send. */
  readonly posted: () => void;
  /** Tells the session that its journal has something for the transcript. */
  readonly remembered: (session: SessionKey) => void;
  /** Called when a batch has ended or waits, for listeners other than its message. */
  readonly report: (session: SessionKey, report: BatchReport) => Promise<void>;
  /** Reports a failure that nobody waits for. */
  readonly failed: (what: string, error: unknown) => void;
}

/** Fetches and reads a story's sources. */
interface Sources {
  build(job: Assignment, signal: AbortSignal): Promise<SourcePack>;
  /** Why a story can't be based on the pack, in a sentence for editors; undefined when it can. */
  lacking(pack: SourcePack, job: Assignment): string | undefined;
}

interface BatchReport {
  readonly id: string;
  readonly text: string;
  readonly summary: BatchSummary;
}

/** The pipeline is closing: running work stops between two steps and continues at the next start. */
export class PipelineClosing extends Error {
  override readonly name = 'LineClosing';
}
