import { describe } from 'vitest';
import { describeBoardBook } from './board-book.contract.ts';
import { describeChartBook } from './chart-book.contract.ts';
import { describeCheckpointBook } from './checkpoint-book.contract.ts';
import { describeEditorialActionBook } from './editorial-action-book.contract.ts';
import { describeEventQueue } from './event-queue.contract.ts';
import { describeIntakeBook } from './intake-book.contract.ts';
import { describeJobBook } from './job-book.contract.ts';
import { describeMailBook } from './mail-book.contract.ts';
import { describeModelState } from './model-state.contract.ts';
import { describeNoteBook } from './note-book.contract.ts';
import { describeOpBook } from './op-book.contract.ts';
import { describePlaceBook } from './place-book.contract.ts';
import { describePlaceRemoval } from './place-removal.contract.ts';
import { describeReceiptBook } from './receipt-book.contract.ts';
import { describeSessionIndex } from './session-index.contract.ts';
import { describeSessionRemoval } from './session-removal.contract.ts';
import { describeSessionStateBook } from './session-state-book.contract.ts';
import { describeStoryBook } from './story-book.contract.ts';
import { describeTaskBook } from './task-book.contract.ts';
import { describeTaskQueue } from './task-queue.contract.ts';
import { describeSharedTurns } from './shared-turns.contract.ts';
import { describeTurnBook } from './turn-book.contract.ts';
import { describeUpkeepBook } from './upkeep-book.contract.ts';
import { describeVoteBook } from './vote-book.contract.ts';
import { describeEventBook } from './event-book.contract.ts';
import { describePool } from './pool.contract.ts';
import { describeSearchStates } from './search-states.contract.ts';
import { describeTranslations } from './translations.contract.ts';
import type { OpenEngine } from './engine.ts';
import type { OpenPool } from './pool-engine.ts';

/** What every engine keeps to that a desk can have its books in. */
export function describeBooks(open: OpenEngine): void {
  describe('the turn book', () => describeTurnBook(open));
  describe('turns that desks share', () => describeSharedTurns(open));
  describe('the book of ops', () => describeOpBook(open));
  describe('the book of jobs', () => describeJobBook(open));
  describe('the book of notes', () => describeNoteBook(open));
  describe('the queue of events', () => describeEventQueue(open));
  describe('the index of sessions', () => describeSessionIndex(open));
  describe('what features keep of sessions', () => describeSessionStateBook(open));
  describe('the removal of sessions', () => describeSessionRemoval(open));
  describe('the removal of places', () => describePlaceRemoval(open));
  describe('the book of places', () => describePlaceBook(open));
  describe('the book of what was heard', () => describeIntakeBook(open));
  describe('the book of stories', () => describeStoryBook(open));
  describe('the book of editorial actions', () => describeEditorialActionBook(open));
  describe('the board’s book', () => describeBoardBook(open));
  describe('the charts’ book', () => describeChartBook(open));
  describe('the book of votes', () => describeVoteBook(open));
  describe('the book of newsletters', () => describeCheckpointBook(open));
  describe('the book of receipts', () => describeReceiptBook(open));
  describe('the memory of small facts', () => describeModelState(open));
  describe('the book of tasks', () => describeTaskBook(open));
  describe('the queue of tasks', () => describeTaskQueue(open));
  describe('the upkeep', () => describeUpkeepBook(open));
  describe('the book of a newsletter’s e-mails', () => describeMailBook(open));
}

/** The same for the newsroom's inputs. */
export function describePoolBooks(open: OpenPool): void {
  describe('the pool', () => describePool(open));
  describe('the book of happenings', () => describeEventBook(open));
  describe('the memory of translations', () => describeTranslations(open));
  describe('the memory of searches', () => describeSearchStates(open));
}
