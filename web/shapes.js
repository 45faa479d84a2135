/**
 * The shapes that travel between the console and the gateway, and the console's own state. Types only:
 * no module loads this file when it runs.
 *
 * What the gateway answers is typed by the table of its methods.
 *
 * @typedef {import('../src/main/features.ts').MethodName} MethodName
 */
/**
 * @template {MethodName} Name
 * @typedef {import('../src/main/features.ts').ResultOf<Name>} ResultOf
 */
/**
 * @typedef {ResultOf<'sessions.list'>['sessions'][number]} ToldSession
 * @typedef {ToldSession['origin']} Origin
 *
 * @typedef {Pick<ToldSession, 'key' | 'createdAtMs' | 'updatedAtMs' | 'entries'> & Partial<ToldSession> & { draft?: boolean }} Session
 *   a draft exists only here, until its first message opens it at the desk
 *
 * @typedef {Omit<ResultOf<'sessions.history'>['entries'][number], 'v' | 'meta'>
 *   & { v?: number, meta?: Record<string, unknown> }} Entry events bring it, too, and `amended` puts when it was edited into `meta`
 *
 * @typedef {ResultOf<'cron.list'>['jobs'][number]} Job
 * @typedef {Job['schedule']} Schedule
 *
 * @typedef {ResultOf<'notes.list'>['notes'][number]} Note
 *
 * @typedef {ResultOf<'commands.list'>['commands'][number]} Command
 * @typedef {Command['options'][number]} CommandOption
 * @typedef {NonNullable<CommandOption['choices']>[number]} Choice
 * @typedef {Record<string, string | number | boolean>} OptionValues
 *
 * @typedef {ResultOf<'commands.invoke'>['reply']} Reply
 *
 * @typedef {ResultOf<'desk.status'>} DeskStatus `remarks`: what is off, one sentence each; `spending`: since midnight
 * @typedef {DeskStatus['feeds'][number]} Feed
 * @typedef {NonNullable<DeskStatus['spending']>[number]} Spent
 * @typedef {NonNullable<DeskStatus['providers']>[number]} Provider one that may be asked, and how it stands
 * @typedef {DeskStatus['waiting'][number]} WaitingRun a run that waits behind an active turn
 *
 * @typedef {{ entries: Entry[], complete: boolean, loading: boolean, loaded: boolean, failed?: boolean }} Log
 *   what is known of one conversation; `complete` when its first entry is among `entries`
 *
 * @typedef {{
 *   clientId: string, sessionKey: string, text: string, author: string, ts: number,
 *   state: 'sending' | 'failed', turnId?: string, error?: string,
 * }} Pending a message that was typed here and whose entry has not arrived
 *
 * @typedef {{
 *   id: string, sessionKey: string, ts: number, command: string, options: OptionValues, reply: Reply, busy?: boolean,
 * }} Whisper an answer to a command, for this person only
 *
 * @typedef {{ sessionKey: string, command: string, options: OptionValues }} FormWish a form to be opened
 *
 * @typedef {ResultOf<'newsroom.status'>} BoardStatus
 * @typedef {BoardStatus['runs'][number]} BoardRun
 * @typedef {BoardRun['stories'][number]} BoardStory `sessionKey`: the desk channel's, where commands about it are invoked
 * @typedef {BoardStory['status']} StoryStatus
 * @typedef {NonNullable<BoardStory['cost']>} BoardCost
 * @typedef {BoardStatus['inputs'][number]} BoardInputs
 * @typedef {BoardInputs['candidates'][number]} BoardCandidate
 * @typedef {BoardInputs['leftOut'][number]} LeftOut
 * @typedef {BoardStatus['feeds'][number]} BoardFeed
 *
 * @typedef {'not_started' | 'started' | 'complete' | 'error' | 'skipped'} StepStatus
 * @typedef {{
 *   session: string, state: string, progress: string, steps: Record<string, { status: StepStatus, message: string }>,
 * }} NewsletterProgress how far a newsletter is, its steps in order
 *
 * @typedef {'connecting' | 'open' | 'lost' | 'refused'} Connection
 *
 * @typedef {{
 *   connection: Connection, author: string, selected: string | null,
 *   sessions: Session[], sessionsLoaded: boolean, drafts: Session[], seen: Record<string, number>,
 *   logs: Record<string, Log>, pending: Pending[], whispers: Whisper[], turns: Record<string, string[]>,
 *   commands: Command[], form: FormWish | null, jobs: Record<string, Job[]>, notes: Record<string, Note[]>, status: DeskStatus | null,
 *   view: 'conversation' | 'board', board: BoardStatus | null, boardFailed: boolean,
 *   newsletter: NewsletterProgress | null,
 * }} State
 */
export {};
