import { onTestFinished } from 'vitest';
import type { EventQueue } from '../../src/cron/event-queue.ts';
import type { JobBook } from '../../src/cron/job-book.ts';
import type { ModelState, ReceiptBook } from '../../src/llm/receipt.ts';
import type { MailBook } from '../../src/newsletter/mail/mail-book.ts';
import type { EditorialActionBook } from '../../src/newsroom/model/editorial-action-book.ts';
import type { CheckpointBook } from '../../src/newsletter/model/checkpoint-book.ts';
import type { StoryBook } from '../../src/newsroom/model/story-book.ts';
import type { BoardBook } from '../../src/newsroom/views/board.ts';
import type { IntakeBook } from '../../src/sessions/intake-book.ts';
import type { NoteBook } from '../../src/sessions/note-book.ts';
import type { OpBook } from '../../src/sessions/op-book.ts';
import type { PlaceBook } from '../../src/sessions/place-book.ts';
import type { SessionIndex } from '../../src/sessions/session-index.ts';
import type { PlaceRemoval, SessionRemoval } from '../../src/sessions/session-removal.ts';
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
  readonly removal: SessionRemoval;
  readonly places: PlaceBook;
  readonly placeRemoval: PlaceRemoval;
  readonly stories: StoryBook;
  readonly actions: EditorialActionBook;
  readonly board: BoardBook;
  readonly newsletters: CheckpointBook;
  readonly receipts: ReceiptBook;
  readonly upkeep: UpkeepBook;
  readonly events: EventQueue;
  readonly intake: IntakeBook;
  readonly state: ModelState;
  readonly mails: MailBook;
}

/** A store, empty at first; `restart` closes it and opens what is at rest there. */
export interface Engine extends Ports {
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
    restart: async () => {
      close();
      return sqliteOver(home);
    },
  };
}
