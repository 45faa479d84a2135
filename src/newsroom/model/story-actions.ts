/**
 * The state of a story that follows from its editorial actions: pure functions of the job and its actions, oldest
 * first.
 */
import type { StoryStatus } from './story-service.ts';
import type { EditorialAction } from './editorial-action.ts';
import type { Assignment } from './assignment.ts';
import type { PublishedStory } from './story-book.ts';

type EditorialActions = readonly EditorialAction[];
export type Hold = NonNullable<StoryStatus['hold']>;

/** The action that ended the story, before or after posting. */
export function killOf(actions: EditorialActions): EditorialAction | undefined {
  return actions.findLast(({ kind }) => kind === 'kill');
}

/** The open hold of a posted story, which is being checked. An embargo doesn't count. */
export function heldBy(actions: EditorialActions): EditorialAction | undefined {
  const last = actions.findLast((action) => action.kind === 'approve' || isPlainHold(action));
  return last?.kind === 'hold' ? last : undefined;
}

/** The approval before posting; later approvals don't count. */
export function approvalOf(
  actions: EditorialActions,
  { publishedAtMs }: Pick<PublishedStory, 'publishedAtMs'>,
): EditorialAction | undefined {
  return actions.findLast(({ kind, atMs }) => kind === 'approve' && atMs <= publishedAtMs);
}

/** The part of a job that says whether it waits. */
interface Holdable {
  readonly story: { readonly category: string };
  readonly state: {
    readonly hold?:
      | {
          readonly kind: Hold['kind'];
          readonly by?: string | null | undefined;
          readonly until?: string | null | undefined;
        }
      | null
      | undefined;
    readonly drafted_at?: string | null | undefined;
  };
  readonly result?:
    { readonly claims?: { readonly waits?: boolean | undefined } | null | undefined } | undefined;
}

/**
 * What keeps an unposted story from being posted now; undefined when nothing does. First a hold, which only an editor
 * ends (a running embargo is reported with it). Then an embargo, which ends at its time or when an editor says so,
 * but not with an approval. Then a missing approval.
 */
export function holdOf(
  job: Holdable,
  actions: EditorialActions,
  edition: Approving,
  nowMs: number,
): Hold | undefined {
  const held = heldBy(actions);
  const isApproved = actions.some(({ kind }) => kind === 'approve');
  // After editors held the story, its file only has a copy of that hold; before, it has the hold it was ordered with.
  const ordered = actions.some(({ kind }) => kind === 'hold') ? undefined : ofFile(job.state.hold);
  const byOrder = ordered?.untilMs === undefined ? ordered : undefined;
  const embargo = runningEmbargo(actions, ordered, nowMs);
  const until = embargo && { untilMs: embargo.untilMs };
  if (held) return { kind: 'hold', by: held.by, ...until };
  if (byOrder && byOrder.kind !== 'approval' && !isApproved) return byOrder;
  const needed = byOrder?.kind === 'approval' || needsApproval(job.story.category, edition);
  const approval = approvalNeeded(isInDoubt(job, actions), needed && !isApproved);
  if (!embargo) return approval;
  return { ...embargo, ...(approval && { ...approval, kind: embargo.kind, needsApproval: true }) };
}

function approvalNeeded(inDoubt: boolean, needed: boolean): Hold | undefined {
  if (inDoubt) return { kind: 'approval', inDoubt: true };
  return needed ? { kind: 'approval' } : undefined;
}

/**
 * Whether the draft doesn't work without its doubted statements and no editor has approved it since it was written.
 */
function isInDoubt({ state, result }: Holdable, actions: EditorialActions): boolean {
  if (!result?.claims?.waits) return false;
  const draftedMs = Date.parse(state.drafted_at ?? '');
  return !actions.some(({ kind, atMs }) => kind === 'approve' && atMs >= draftedMs);
}

/** The embargo in force: the editors' latest, else the one that the story was ordered with. */
function runningEmbargo(
  actions: EditorialActions,
  ordered: Hold | undefined,
  nowMs: number,
): (Hold & { readonly untilMs: number }) | undefined {
  const embargo = embargoOf(actions) ?? (isLifted(actions, 0) ? undefined : ordered);
  if (embargo?.untilMs === undefined || embargo.untilMs <= nowMs) return undefined;
  return { ...embargo, untilMs: embargo.untilMs };
}

/** Holds that remain in force when the story is written anew, oldest first. */
export function holdsInForce(actions: EditorialActions, nowMs: number): EditorialAction[] {
  const embargo = embargoSet(actions);
  const stands = [heldBy(actions), (embargo?.untilMs ?? 0) > nowMs ? embargo : undefined];
  return actions.filter((action) => stands.includes(action));
}

/**
 * The hold that a story was ordered with, as it applies to its replacement. Later holds and releases by editors
 * override it. Approval must be given again, because it was for another text.
 */
export function orderedHold(
  hold: Assignment['state']['hold'],
  actions: EditorialActions,
): Assignment['state']['hold'] {
  const ordered = ofFile(hold);
  // The doubts were about the text that is being replaced.
  if (!ordered || hold?.['in_doubt'] === true || actions.some(({ kind }) => kind === 'hold')) return null;
  if (ordered.untilMs !== undefined) return isLifted(actions, 0) ? null : hold;
  const isApproved = actions.some(({ kind }) => kind === 'approve');
  return isApproved && ordered.kind !== 'approval' ? null : hold;
}

/** The latest embargo set by editors, expired or not, unless one has lifted it. */
function embargoOf(actions: EditorialActions): Hold | undefined {
  const set = embargoSet(actions);
  if (set?.untilMs === undefined) return undefined;
  return { kind: 'embargo', by: set.by, untilMs: set.untilMs };
}

function embargoSet(actions: EditorialActions): EditorialAction | undefined {
  const at = actions.findLastIndex(isEmbargo);
  return isLifted(actions, at) ? undefined : actions[at];
}

/** Whether a later approval says to post at once. */
function isLifted(actions: EditorialActions, from: number): boolean {
  return actions.some(({ kind, untilMs }, at) => at >= from && kind === 'approve' && untilMs !== undefined);
}

/** An order may come with an embargo. */
function isEmbargo({ kind, untilMs }: EditorialAction): boolean {
  return (kind === 'hold' || kind === 'write') && untilMs !== undefined;
}

function isPlainHold({ kind, untilMs }: EditorialAction): boolean {
  return kind === 'hold' && untilMs === undefined;
}

/** The part of an edition that says which stories need approval. */
export interface Approving {
  readonly approval?: true | { readonly categories: readonly string[] } | undefined;
}

/** Whether stories of this category need approval. */
function needsApproval(category: string, { approval }: Approving): boolean {
  return approval === true || (approval?.categories.includes(category) ?? false);
}

/** A hold as in a job's file. An end that can't be parsed means waiting for an editor. */
function ofFile(hold: Holdable['state']['hold']): Hold | undefined {
  if (!hold) return undefined;
  const untilMs = Date.parse(hold.until ?? '');
  return {
    kind: hold.kind,
    ...(typeof hold.by === 'string' && { by: hold.by }),
    ...(!Number.isNaN(untilMs) && { untilMs }),
  };
}

/** The story's status, for editors. */
export function storyStatusOf(
  known: { readonly job?: Assignment | undefined; readonly published?: PublishedStory | undefined },
  actions: EditorialActions,
  edition: Approving,
  nowMs: number,
): StoryStatus | undefined {
  const { job, published } = known;
  // A published story that is not sent yet is still in progress.
  const isSent = published?.thread !== undefined || !job || !isOpen(job);
  if (!published || !isSent) return job && unposted(job, actions, edition, nowMs);
  const { id, title, category, publishedAtMs, thread } = published;
  const killed = killOf(actions);
  const held = killed ? undefined : heldBy(actions);
  return {
    id,
    title,
    category,
    status: job?.state.status === 'RESCUED' || (job?.state.rescue_attempts ?? 0) > 0 ? 'RESCUED' : 'SUCCESS',
    ...(killed?.why !== undefined && { reason: killed.why }),
    ...(held && { hold: { kind: 'hold', by: held.by } }),
    sinceMs: (killed ?? held)?.atMs ?? publishedAtMs,
    ...anew(actions),
    posted: { atMs: publishedAtMs, withdrawn: killed !== undefined, ...(thread !== undefined && { thread }) },
  };
}

function isOpen({ state: { status } }: Pick<Assignment, 'state'>): boolean {
  return status === 'PLANNED' || status === 'DISPATCHED';
}

function unposted(
  job: Assignment,
  actions: EditorialActions,
  edition: Approving,
  nowMs: number,
): StoryStatus {
  const { run, story, state } = job;
  const { title, category } = story;
  const base = {
    id: `${run.run_id}/${story.story_id}`,
    title: job.result.worker?.title || title,
    category,
    ...sinceOf(state, actions),
    ...anew(actions),
    ...(state.drafted_at !== null && { isDrafted: true }),
  };
  const killed = killOf(actions);
  const open = isOpen(job);
  // The pipeline will record this in the file.
  if (open && killed) return { ...base, status: 'SKIPPED', reason: killed.why ?? 'killed' };
  const hold = open ? holdOf(job, actions, edition, nowMs) : undefined;
  const reason = state.detail ?? state.reason;
  return { ...base, status: state.status, ...(reason !== null && { reason }), ...(hold && { hold }) };
}

/** Killed, held, ended, started or planned; the last of these. */
function sinceOf(state: Assignment['state'], actions: EditorialActions): Pick<StoryStatus, 'sinceMs'> {
  const { planned_at, dispatched_at, drafted_at, ended_at } = state;
  const at = ended_at ?? drafted_at ?? dispatched_at ?? planned_at;
  const sinceMs = killOf(actions)?.atMs ?? heldBy(actions)?.atMs ?? Date.parse(at ?? '');
  return Number.isNaN(sinceMs) ? {} : { sinceMs };
}

function anew(actions: EditorialActions): Pick<StoryStatus, 'retriedAs'> {
  const id = actions.findLast(({ kind }) => kind === 'retry')?.text;
  return id === undefined ? {} : { retriedAs: id };
}
