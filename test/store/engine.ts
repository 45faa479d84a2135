import { onTestFinished } from 'vitest';
import type { TaskBook, TaskQueue } from '../../src/async/task-queue.ts';
import { TaskRunner } from '../../src/async/task-runner.ts';
import type { TaskRunnerDeps } from '../../src/async/task-runner.ts';
import type { EventQueue } from '../../src/cron/event-queue.ts';
import type { JobBook } from '../../src/cron/job-book.ts';
import type { ModelState, ReceiptBook } from '../../src/llm/receipt.ts';
import type { MailBook } from '../../src/newsletter/mail/mail-book.ts';
import type { EditorialActionBook } from '../../src/newsroom/model/editorial-action-book.ts';
import type { CheckpointBook } from '../../src/newsletter/model/checkpoint-book.ts';
import type { VoteBook } from '../../src/newsroom/model/story-vote.ts';
import type { StoryBook } from '../../src/newsroom/model/story-book.ts';
import type { BoardBook } from '../../src/newsroom/views/board.ts';
import type { ChartBook } from '../../src/newsroom/views/charts.ts';
import type { IntakeBook } from '../../src/sessions/intake-book.ts';
import type { NoteBook } from '../../src/sessions/note-book.ts';
import type { OpBook } from '../../src/sessions/op-book.ts';
import type { PlaceBook } from '../../src/sessions/place-book.ts';
import type { SessionIndex } from '../../src/sessions/session-index.ts';
import type { PlaceRemoval, SessionRemoval } from '../../src/sessions/session-removal.ts';
import type { SessionStateBook } from '../../src/sessions/session-state.ts';
import type { TurnBook } from '../../src/sessions/turn-book.ts';
import type { UpkeepBook } from '../../src/sessions/upkeep-book.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

/** The ports of one store: what one writes, the others read. */
export interface Ports {
  readonly turns: TurnBook;
  readonly ops: OpBook;
  readonly jobs: JobBook;
  readonly notes: NoteBook;
  readonly sessions: SessionIndex;
  readonly sessionState: SessionStateBook;
  readonly removal: SessionRemoval;
  readonly places: PlaceBook;
  readonly placeRemoval: PlaceRemoval;
  readonly stories: StoryBook;
  readonly actions: EditorialActionBook;
  readonly board: BoardBook;
  readonly charts: ChartBook;
  readonly votes: VoteBook;
  readonly newsletters: CheckpointBook;
  readonly receipts: ReceiptBook;
  readonly upkeep: UpkeepBook;
  readonly events: EventQueue;
  readonly intake: IntakeBook;
  readonly state: ModelState;
  readonly tasks: TaskBook;
  readonly mails: MailBook;
}

/** A store, empty at first; `restart` closes it and opens what is at rest there. */
export interface Engine extends Ports {
  /** The engine's queue of durable tasks: not started, stopped when the test is over. */
  queue(deps: Omit<TaskRunnerDeps, 'book'>): TaskQueue;
  restart(): Promise<Engine>;
}

/** Opens an engine over a store of its own, closed when the test is over. */
export type OpenEngine = () => Promise<Engine>;

export const openSqlite: OpenEngine = async () => sqliteOver(tempHome());

async function sqliteOver(home: string): Promise<Engine> {
  const { book: turns, close, ...stores } = openStores(home);
  onTestFinished(() => void close());
  return {
    ...stores,
    turns,
    queue: (deps) => {
      const queue = new TaskRunner({ ...deps, book: stores.tasks });
      onTestFinished(() => queue.stop());
      return queue;
    },
    restart: async () => {
      close();
      return sqliteOver(home);
    },
  };
}
