/**
 * The shapes that travel between the console and the gateway. What the gateway answers is typed by the table of its
 * methods.
 */
import type { MethodName, ParamsOf, ResultOf } from '../../src/main/features.ts';
import type { PageName } from './pages.ts';

export type { MethodName, ParamsOf, ResultOf };

type ListedSession = ResultOf<'sessions.list'>['sessions'][number];

/** A draft exists only here, until its first message opens it at the desk. */
export type Session = Pick<ListedSession, 'key' | 'createdAtMs' | 'updatedAtMs' | 'entries'> &
  Partial<ListedSession> & { draft?: boolean };

/** Events bring it, too, and `amended` puts when it was edited into `meta`. */
export type Entry = Omit<ResultOf<'sessions.history'>['entries'][number], 'v' | 'meta'> & {
  v?: number;
  meta?: Record<string, unknown>;
};

export type Job = ResultOf<'cron.list'>['jobs'][number];
export type Schedule = Job['schedule'];
/** All automations, with their schedules and reasons in words, and the slots that were skipped. */
export type JobList = ResultOf<'cron.list'>;
export type JobChoices = ResultOf<'cron.choices'>;
/** A row of the ledger; and in full, with what was said because of it. */
export type Run = ResultOf<'cron.runs'>['entries'][number];
export type ShownRun = ResultOf<'cron.showRun'>;
export type Preview = ResultOf<'cron.preview'>;
export type Note = ResultOf<'notes.list'>['notes'][number];

export type Command = ResultOf<'commands.list'>['commands'][number];
export type CommandOption = Command['options'][number];
export type OptionValues = Record<string, string | number | boolean>;
export type Reply = ResultOf<'commands.invoke'>['reply'];

/** `remarks`: what is off, one sentence each; `spending`: since midnight. */
export type DeskStatus = ResultOf<'desk.status'>;
export type Feed = DeskStatus['feeds'][number];
export type Spent = NonNullable<DeskStatus['spending']>[number];
/** One that may be asked, and how it stands. */
export type Provider = NonNullable<DeskStatus['providers']>[number];
/** A run that waits behind an active turn. */
export type WaitingRun = DeskStatus['waiting'][number];

export type BoardStatus = ResultOf<'newsroom.status'>;
export type BoardRun = BoardStatus['runs'][number];
/** `sessionKey`: the desk channel's, where commands about it are invoked. */
export type BoardStory = BoardRun['stories'][number];
/** Beside its sources: sentences in parts, claims, passages. */
export type OpenedStory = ResultOf<'newsroom.story.open'>;
export type BoardCost = NonNullable<BoardStory['cost']>;
export type BoardInputs = BoardStatus['inputs'][number];
export type BoardCandidate = BoardInputs['candidates'][number];
export type LeftOut = BoardInputs['leftOut'][number];
export type BoardFeed = BoardStatus['feeds'][number];

/** How far a newsletter is, its steps in order. */
export interface NewsletterProgress {
  session: string;
  state: string;
  progress: string;
  steps: Record<string, { status: string; message: string }>;
}

/** What is known of one conversation; `complete` when its first entry is among `entries`. */
export interface Log {
  entries: Entry[];
  complete: boolean;
  loading: boolean;
  loaded: boolean;
  failed?: boolean;
}

/** A message that was typed here and whose entry has not arrived. */
export interface Pending {
  clientId: string;
  sessionKey: string;
  text: string;
  author: string;
  ts: number;
  state: 'sending' | 'failed';
  turnId?: string;
  error?: string;
}

/** An answer to a command, for this person only. */
export interface Whisper {
  id: string;
  sessionKey: string;
  ts: number;
  command: string;
  options: OptionValues;
  reply: Reply;
  busy?: boolean;
}

/** A form to be opened in the composer. */
export interface FormRequest {
  sessionKey: string;
  command: string;
  options: OptionValues;
}

export type Connection = 'connecting' | 'open' | 'lost' | 'refused';
export type View = 'conversation' | PageName;
