import { join } from 'node:path';
import { describe } from 'vitest';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import { WatchedTranscripts } from '../../src/store/files/watched-transcripts.ts';
import { MemoryState } from '../llm/gemini/gemini-stand.ts';
import { MemoryMailBook } from '../support/mail/memory-mail-book.ts';
import { MemoryReceiptBook } from '../support/memory-receipt-book.ts';
import { tempHome } from '../support/temp-home.ts';
import { describeBoardBook } from './board-book.contract.ts';
import { describeCheckpointBook } from './checkpoint-book.contract.ts';
import { describeEditorialActionBook } from './editorial-action-book.contract.ts';
import { openSqlite } from './engine.ts';
import { describeEventBook } from './event-book.contract.ts';
import { describeEventQueue } from './event-queue.contract.ts';
import { describeIntakeBook } from './intake-book.contract.ts';
import { describeJobBook } from './job-book.contract.ts';
import { describeMailBook } from './mail-book.contract.ts';
import { describeModelState } from './model-state.contract.ts';
import { describeNoteBook } from './note-book.contract.ts';
import { describeOpBook } from './op-book.contract.ts';
import { describePlaceBook } from './place-book.contract.ts';
import { describePlaceRemoval } from './place-removal.contract.ts';
import { describePool } from './pool.contract.ts';
import { openSqlitePool } from './pool-engine.ts';
import { describeReceiptBook } from './receipt-book.contract.ts';
import { describeSearchIndex } from './search-index.contract.ts';
import { openSqliteSearch } from './search-engine.ts';
import { describeSearchStates } from './search-states.contract.ts';
import { describeSessionIndex } from './session-index.contract.ts';
import { describeSessionRemoval } from './session-removal.contract.ts';
import { describeSessionStateBook } from './session-state-book.contract.ts';
import { describeStoryBook } from './story-book.contract.ts';
import { describeTaskBook } from './task-book.contract.ts';
import { describeTaskQueue } from './task-queue.contract.ts';
import { describeTranscripts } from './transcripts.contract.ts';
import { describeTranslations } from './translations.contract.ts';
import { describeTurnBook } from './turn-book.contract.ts';
import { describeUpkeepBook } from './upkeep-book.contract.ts';

/** What every engine keeps to that a desk can have its ports in. */
describe.each([['SQLite', openSqlite]])('in %s', (_, open) => {
  describe('the turn book', () => describeTurnBook(open));
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
  describe('the book of newsletters', () => describeCheckpointBook(open));
  describe('the book of receipts', () => describeReceiptBook(open));
  describe('the memory of small facts', () => describeModelState(open));
  describe('the book of tasks', () => describeTaskBook(open));
  describe('the queue of tasks', () => describeTaskQueue(open));
  describe('the upkeep', () => describeUpkeepBook(open));
  describe('the book of a newsletter’s e-mails', () => describeMailBook(open));
});

/** The same for the newsroom's inputs. */
describe.each([['SQLite', openSqlitePool]])('in %s', (_, open) => {
  describe('the pool', () => describePool(open));
  describe('the book of happenings', () => describeEventBook(open));
  describe('the memory of translations', () => describeTranslations(open));
  describe('the memory of searches', () => describeSearchStates(open));
});

/** And for what is searched in all of it. */
describe.each([['SQLite', openSqliteSearch]])('in %s', (_, open) => {
  describe('the index for searching', () => describeSearchIndex(open));
});

const inFiles = async (folder = tempHome()) => ({
  transcripts: new FileTranscripts(folder, () => {}),
  restart: () => inFiles(folder),
});
const watched = async (folder = join(tempHome(), 'sessions')) => ({
  transcripts: new WatchedTranscripts(new FileTranscripts(folder, () => {}), folder),
  restart: () => watched(folder),
});
describe('transcripts in files', () => describeTranscripts(() => inFiles()));
describe('transcripts in files that are watched', () => describeTranscripts(() => watched()));

/** What tests put in their places. */
describe('in memory', () => {
  describe('the book of receipts', () =>
    describeReceiptBook(async () => ({ receipts: new MemoryReceiptBook() })));
  describe('the memory of small facts', () => describeModelState(async () => ({ state: new MemoryState() })));
  describe('the book of a newsletter’s e-mails', () =>
    describeMailBook(async () => ({ mails: new MemoryMailBook() })));
});
