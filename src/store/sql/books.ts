import { SqlBoardBook } from './board-book.ts';
import { SqlChartBook } from './chart-book.ts';
import { SqlCheckpointBook } from './checkpoint-book.ts';
import { SqlDeskState } from './desk-state.ts';
import { SqlEditorialActionBook } from './editorial-action-book.ts';
import { SqlEventQueue } from './event-queue.ts';
import { SqlIntakeBook } from './intake-book.ts';
import { SqlJobBook } from './job-book.ts';
import { SqlMailBook } from './mail-book.ts';
import { SqlNoteBook } from './note-book.ts';
import { SqlOpBook } from './op-book.ts';
import { SqlPlaceBook } from './place-book.ts';
import { SqlPlaceRemoval } from './place-removal.ts';
import { SqlReceiptBook } from './receipt-book.ts';
import { SqlSessionIndex } from './session-index.ts';
import { SqlSessionRemoval } from './session-removal.ts';
import { SqlSessionState } from './session-state.ts';
import type { Sql } from './sql.ts';
import { SqlStoryBook } from './story-book.ts';
import { SqlTaskBook } from './task-book.ts';
import { SqlTurnBook } from './turn-book.ts';
import { SqlUpkeepBook } from './upkeep-book.ts';
import { SqlVoteBook } from './vote-book.ts';

/** All repositories of the desk's database, for any engine. */
export function booksOf(sql: Sql) {
  return {
    turns: new SqlTurnBook(sql),
    jobs: new SqlJobBook(sql),
    ops: new SqlOpBook(sql),
    notes: new SqlNoteBook(sql),
    sessions: new SqlSessionIndex(sql),
    sessionState: new SqlSessionState(sql),
    removal: new SqlSessionRemoval(sql),
    places: new SqlPlaceBook(sql),
    placeRemoval: new SqlPlaceRemoval(sql),
    stories: new SqlStoryBook(sql),
    tasks: new SqlTaskBook(sql),
    actions: new SqlEditorialActionBook(sql),
    board: new SqlBoardBook(sql),
    charts: new SqlChartBook(sql),
    votes: new SqlVoteBook(sql),
    newsletters: new SqlCheckpointBook(sql),
    mails: new SqlMailBook(sql),
    events: new SqlEventQueue(sql),
    intake: new SqlIntakeBook(sql),
    receipts: new SqlReceiptBook(sql),
    upkeep: new SqlUpkeepBook(sql),
    state: new SqlDeskState(sql),
  };
}
