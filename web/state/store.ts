/** The console's state: a signal for each part, replaced and never changed in place. Views read, `desk.ts` and its like write. */
import { computed, signal } from '@preact/signals';
import type {
  BoardRun,
  BoardStatus,
  Command,
  Connection,
  DeskStatus,
  FormRequest,
  Job,
  JobList,
  Log,
  NewsletterProgress,
  Note,
  Pending,
  Session,
  View,
  Whisper,
} from '../model/shapes.ts';
import type { LiveRun, RunPage } from './job-runs.ts';
import { treeOf, withDrafts } from '../model/session-tree.ts';

export function createStore(author: string, selected: string | null) {
  const sessions = signal<Session[]>([]);
  const drafts = signal<Session[]>([]);
  const listed = computed(() => withDrafts(sessions.value, drafts.value));
  return {
    sessions,
    drafts,
    /** Everything that can be shown: the desk's sessions, and drafts that it doesn't know yet. */
    listed,
    tree: computed(() => treeOf(listed.value)),
    connection: signal<Connection>('connecting'),
    author: signal(author),
    selected: signal(selected),
    view: signal<View>('conversation'),
    /** What was said somewhere, to be shown once it is there. */
    sought: signal<{ readonly key: string; readonly entry: string } | null>(null),
    sessionsLoaded: signal(false),
    /** When each conversation was last read here, by key, ms since the epoch. */
    seen: signal<Record<string, number>>({}),
    logs: signal<Record<string, Log>>({}),
    pending: signal<Pending[]>([]),
    whispers: signal<Whisper[]>([]),
    /** Ids of the turns that run, by conversation. */
    turns: signal<Record<string, string[]>>({}),
    commands: signal<Command[]>([]),
    form: signal<FormRequest | null>(null),
    jobs: signal<Record<string, Job[]>>({}),
    allJobs: signal<JobList | null>(null),
    allJobsFailed: signal(false),
    /** The automation whose page is open; null for the list. */
    openJob: signal<string | null>(null),
    runPage: signal<RunPage | null>(null),
    /** Runs that are under way, by job. */
    liveRuns: signal<Record<string, LiveRun>>({}),
    /** Batches whose stories are being written. */
    batches: signal<BoardRun[]>([]),
    notes: signal<Record<string, Note[]>>({}),
    status: signal<DeskStatus | null>(null),
    board: signal<BoardStatus | null>(null),
    boardFailed: signal(false),
    newsletter: signal<NewsletterProgress | null>(null),
  };
}

export type Store = ReturnType<typeof createStore>;

export const sessionOf = ({ listed }: Store, key: string | null | undefined): Session | undefined =>
  listed.value.find((session) => session.key === key);

/** Whether something arrived that nobody has looked at here. */
export const isUnread = ({ selected, seen }: Store, { key, updatedAtMs }: Session): boolean =>
  key !== selected.value && updatedAtMs > (seen.value[key] ?? 0);

export const isBusy = ({ turns }: Store, key: string | null): boolean =>
  key !== null && (turns.value[key]?.length ?? 0) > 0;
