import { describe } from 'vitest';
import { openSqlite } from './engine.ts';
import { describeJobBook } from './job-book.contract.ts';
import { describeOpBook } from './op-book.contract.ts';
import { describeNoteBook } from './note-book.contract.ts';
import { describeEventQueue } from './event-queue.contract.ts';
import { describeSessionIndex } from './session-index.contract.ts';
import { describeModelState } from './model-state.contract.ts';
import { describeSessionRemoval } from './session-removal.contract.ts';
import { describePlaceRemoval } from './place-removal.contract.ts';
import { describePlaceBook } from './place-book.contract.ts';
import { describeIntakeBook } from './intake-book.contract.ts';
import { describeStoryBook } from './story-book.contract.ts';
import { describeDeedBook } from './deed-book.contract.ts';
import { describeBoardBook } from './board-book.contract.ts';
import { describeUpkeepBook } from './upkeep-book.contract.ts';
import { describeTurnBook } from './turn-book.contract.ts';

/** Every engine that a desk can keep its ports in. */
const ENGINES = { SQLite: openSqlite };

/** What every engine keeps to, by port. */
const PORTS = {
  'the turn book': describeTurnBook,
  'the book of ops': describeOpBook,
  'the book of jobs': describeJobBook,
  'the book of notes': describeNoteBook,
  'the queue of events': describeEventQueue,
  'the index of sessions': describeSessionIndex,
  'the memory of small facts': describeModelState,
  'the removal of sessions': describeSessionRemoval,
  'the removal of places': describePlaceRemoval,
  'the book of places': describePlaceBook,
  'the book of what was heard': describeIntakeBook,
  'the book of stories': describeStoryBook,
  'the book of deeds': describeDeedBook,
  'the board’s book': describeBoardBook,
  'the upkeep': describeUpkeepBook,
};

for (const [engine, open] of Object.entries(ENGINES))
  for (const [port, contract] of Object.entries(PORTS))
    describe(`${port} in ${engine}`, () => contract(open));
