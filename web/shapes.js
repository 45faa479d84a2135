/**
 * The shapes that travel between the console and the gateway, and the console's own state. Types only:
 * no module loads this file when it runs.
 *
 * @typedef {{ channel: string, chatId: string, guildId?: string, parent?: string }} Origin
 *
 * @typedef {{
 *   key: string, title?: string, origin?: Origin, generation?: number,
 *   createdAtMs: number, updatedAtMs: number, entries: number, draft?: boolean,
 * }} Session a draft exists only here, until its first message opens it at the desk
 *
 * @typedef {{
 *   v?: number, id: string, ts: number, role: 'user' | 'assistant' | 'tool' | 'system', content: string,
 *   author?: { id?: string, name?: string }, meta?: Record<string, unknown>,
 *   _cron_turn?: boolean, cron_job_id?: string, cron_job_name?: string, cron_run_id?: string,
 * }} Entry
 *
 * @typedef {{ kind: 'at', atMs: number } | { kind: 'every', everyMs: number, anchorMs?: number }
 *   | { kind: 'cron', expr: string, tz?: string }} Schedule
 *
 * @typedef {{
 *   id: string, name: string, description?: string, enabled: boolean, schedule: Schedule,
 *   createdBy?: { kind: string, id?: string, name?: string },
 *   payload?: { kind: string, message?: string, text?: string },
 *   state?: {
 *     nextRunAtMs?: number | null, lastRunAtMs?: number | null, lastStatus?: string | null, lastError?: string | null,
 *     runningSince?: number | null, deferredSince?: number | null,
 *   },
 * }} Job
 *
 * @typedef {{ id: string, text: string, by?: string | { name?: string }, untilMs?: number | null }} Note
 *
 * @typedef {{ name: string, value: string | number }} Choice
 * @typedef {{
 *   name: string, description?: string, type: 'string' | 'integer' | 'boolean', required?: boolean, choices?: Choice[],
 * }} CommandOption
 * @typedef {{ name: string, description?: string, options?: CommandOption[] }} Command
 * @typedef {Record<string, string | number | boolean>} OptionValues
 *
 * @typedef {{
 *   text: string, ephemeral?: boolean, refused?: boolean,
 *   confirm?: { label: string, name: string, options?: OptionValues, keep?: string },
 *   choose?: { label: string, name: string, options?: OptionValues, option: string, choices: Choice[] },
 * }} Reply
 *
 * @typedef {{ key: string, label?: string, result?: string, items?: number, newItems?: number, error?: string }} Feed
 * @typedef {{
 *   paused?: boolean, servedBy?: string | Record<string, unknown>,
 *   model?: { provider?: string, model?: string, languageModel?: boolean },
 *   nextWakeAtMs?: number | null, edition?: string | { name?: string, title?: string }, feeds?: Feed[],
 *   remarks?: string[], waiting?: WaitingRun[], spending?: Spent[], providers?: Provider[],
 * }} DeskStatus `remarks`: what is off, one sentence each; `spending`: since midnight
 * @typedef {{
 *   provider?: string, model: string, calls: number, failed?: number, inputTokens?: number, outputTokens?: number,
 *   costUsd?: number, unpriced?: number,
 * }} Spent
 * @typedef {{
 *   provider: string, model?: string, state?: string, untilMs?: number, because?: string,
 *   keys?: { all: number, resting: number },
 * }} Provider one that may be asked, and how it stands
 * @typedef {{ jobId: string, name: string, since: number }} WaitingRun a run that waits behind an active turn
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
 * @typedef {{ attempts: number, tokens: number, usd: number, unpriced: number }} BoardCost
 * @typedef {'PLANNED' | 'DISPATCHED' | 'SUCCESS' | 'FAILURE' | 'RESCUED' | 'SKIPPED'} StoryStatus
 * @typedef {{
 *   id: string, runId: string, sessionKey: string, title: string, category: string, primaryUrl: string,
 *   flags: string[], status: StoryStatus, isDrafted?: boolean, why?: string, reason?: string, detail?: string,
 *   hold?: { kind: 'hold' | 'approval' | 'embargo', by?: string, untilMs?: number },
 *   posted?: { atMs: number, thread?: string, withdrawn: boolean }, languageModel?: boolean, updateOf?: string,
 *   orderedBy?: string, removed?: string[], cost?: BoardCost,
 * }} BoardStory `sessionKey`: the desk channel's, where commands about it are invoked
 * @typedef {{
 *   id: string, sessionKey: string, state: 'open' | 'done', createdAtMs: number, finishedAtMs?: number,
 *   cost?: BoardCost, stories: BoardStory[],
 * }} BoardRun
 * @typedef {{
 *   i: number, event_id: number, title: string, suggested_category: string, primary_url: string,
 *   age_minutes: number | null, link_count: number, domains: string[], score: { total: number }, picked_because: string,
 *   fate: { kind: 'chosen', story: string } | { kind: 'passed_over', why: string } | { kind: 'offered' },
 * }} BoardCandidate
 * @typedef {{ event_id: number, title: string, category: string, reason: string, rule?: string }} LeftOut
 * @typedef {{
 *   kind: 'daily' | 'hourly', preparedAtMs: number, pick: { atMost: number }, candidates: BoardCandidate[],
 *   leftOut: LeftOut[], leftOutCount: number, leftOutBy?: Record<string, number>,
 * }} BoardInputs
 * @typedef {{
 *   key: string, label: string, url: string, state: string, failuresInARow: number, lastError?: string,
 *   lastSuccessAtMs?: number, lastItems?: number, silentSinceMs?: number,
 * }} BoardFeed
 * @typedef {{
 *   edition: { title: string, language: string, zone: string, labels?: Record<string, string> }, inputs: BoardInputs[], feeds: BoardFeed[],
 *   runs: BoardRun[],
 * }} BoardStatus
 *
 * @typedef {'connecting' | 'open' | 'lost' | 'refused'} Connection
 *
 * @typedef {{
 *   connection: Connection, author: string, selected: string | null,
 *   sessions: Session[], sessionsLoaded: boolean, drafts: Session[], seen: Record<string, number>,
 *   logs: Record<string, Log>, pending: Pending[], whispers: Whisper[], turns: Record<string, string[]>,
 *   commands: Command[], form: FormWish | null, jobs: Record<string, Job[]>, notes: Record<string, Note[]>, status: DeskStatus | null,
 *   view: 'conversation' | 'board', board: BoardStatus | null, boardFailed: boolean,
 * }} State
 */
export {};
