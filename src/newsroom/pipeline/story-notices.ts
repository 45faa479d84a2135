/** Messages to editors about a story that is not posted yet: the waiting draft, and what became of it. */
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import { dayAndTime } from '../../time/zone.ts';
import { citedSentences } from '../../text/cited-sentences.ts';
import { categoryLabel } from '../edition/category-label.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import { editorsZone } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import { isoTime } from '../model/job-times.ts';
import { storyKey } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import { pieceKey, previewChanged, previewEnded, previewOps } from '../publish/preview-ops.ts';
import { deskButtons } from '../publish/story-buttons.ts';
import { bodyParts, closingPieces } from '../publish/story-ops.ts';
import { titleOf, waitsOf } from '../edition/say-report.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { Hold } from '../model/story-actions.ts';
import type { ReadyDraft } from './story-drafting.ts';
import { shorten } from '../../text/shorten.ts';
import { sayDoubt } from '../verify/say-doubt.ts';
import { wordingOf } from '../edition/wording.ts';
import { localeOf } from '../../time/locale.ts';

type Deps = Pick<PipelineDeps, 'edition' | 'clock' | 'commands' | 'ops' | 'actions'>;

/** What is shown of a draft. */
export interface ShownDraft {
  readonly draft: ReadyDraft;
  readonly pack: SourcePack;
  /** How many actions there were. */
  readonly n: number;
  /** Who decided about it last, and when; undefined if nobody has. */
  readonly decided: string | undefined;
}

/** The whole draft with its sources, and what it waits for. */
export function waitingOps(
  job: Assignment,
  hold: Hold,
  { draft, pack, decided }: Omit<ShownDraft, 'n'>,
  desk: SessionKey,
  deps: Deps,
): NewOp[] {
  const { edition } = deps;
  const { title } = draft.result;
  const { body, read_more_urls: readMoreUrls } = draft.result.draft;
  const closing = closingPieces(
    {
      readMoreLabel: edition.style.readMoreLabel,
      readMoreUrls,
      pack,
      languageModel: draft.languageModel,
      wording: wordingOf(edition.language),
    },
    desk,
  );
  const texts = bodyParts({ body, ...(draft.messages && { messages: draft.messages }) });
  const category = categoryLabel(job.story.category, edition);
  return previewOps(
    { title, category, texts, pack, closing: closing.map(({ text }) => text) },
    headOf(job, hold, { draft, decided }, desk, deps),
  );
}

/**
 * Update the head of a draft that waits for something else now.
 * @param n how many actions there were
 */
export function changedOp(
  job: Assignment,
  hold: Hold,
  { draft, decided, n }: Omit<ShownDraft, 'pack'>,
  desk: SessionKey,
  deps: Deps,
): NewOp {
  const change = hold.untilMs === undefined ? `${n}` : `${n}_embargo`;
  return previewChanged(change, headOf(job, hold, { draft, decided }, desk, deps));
}

/**
 * What became of a waiting draft.
 * @param because why it isn't posted; undefined when it is
 */
export async function endedOps(
  job: Assignment,
  because: string | undefined,
  desk: SessionKey,
  { edition, clock, ops, actions }: Deps,
): Promise<NewOp[]> {
  const id = storyKey(job);
  const wording = wordingOf(edition.language);
  const title = titleOf(job);
  const ended = because === undefined ? wording.previewPosted(title) : wording.notPosted(title, because);
  const head = joined(ended, decidedBy(await actions.of(id), edition));
  const pieces: string[] = [];
  for (let at = 1, op = await ops.find(pieceKey(id, at)); op; op = await ops.find(pieceKey(id, ++at)))
    // Messages that never arrived can't be deleted.
    if (op.state !== 'failed' && op.state !== 'unknown') pieces.push(op.key);
  return previewEnded(pieces, { id, desk, head, nowMs: clock.now() });
}

/** "Approved by Ann, Fri 20 Nov, 15:00." */
export function decidedBy(actions: readonly EditorialAction[], edition: Edition): string | undefined {
  for (const { kind, by, atMs } of actions.toReversed()) {
    if (kind !== 'approve' && kind !== 'hold' && kind !== 'kill') continue;
    const when = dayAndTime(atMs, editorsZone(edition), localeOf(edition.language));
    return wordingOf(edition.language).decided(kind, by, when);
  }
  return undefined;
}

function joined(...lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join('\n');
}

function headOf(
  job: Assignment,
  hold: Hold,
  { draft, decided }: Pick<ShownDraft, 'draft' | 'decided'>,
  desk: SessionKey,
  deps: Deps,
) {
  const { edition, clock, commands } = deps;
  const id = storyKey(job);
  const wording = wordingOf(edition.language);
  const waits = waitsOf({ state: { ...job.state, hold: heldAs(hold) } }, edition);
  const { claims, removed } = draft.claims;
  const supported = claims.filter(({ verdict }) => verdict === 'supported').length;
  const checked = wording.checkedClaims({ supported, all: claims.length, removed: removed.length });
  // An approval doesn't end an embargo; its button is shown while the approval is missing.
  const approve = hold.kind === 'embargo' && !hold.needsApproval ? [] : (['approve'] as const);
  return {
    id,
    desk,
    head: joined(
      wording.preview(titleOf(job), waits),
      checked,
      decided,
      ...doubtsOf(draft, edition.language),
    ),
    buttons: deskButtons([...approve, 'hold', 'kill', 'sources', 'why'], id, wording, commands()),
    nowMs: clock.now(),
  };
}

/** What is shown in the head of a preview. */
const MOST_SENTENCES = 6;
const MOST_OF_SENTENCE = 140;

/** Doubted and removed sentences of a draft, one per line. */
function doubtsOf(
  { result, claims: { claims, removed } }: ReadyDraft,
  language: Edition['language'],
): string[] {
  const wording = wordingOf(language);
  const texts = [result.title, ...citedSentences(result.draft.body).map(({ text }) => text)];
  const inDoubt = claims.filter(({ verdict }) => verdict === 'doubted' || verdict === 'contradicted');
  const lines = texts.flatMap((text, at) => {
    const doubts = inDoubt
      .filter(({ sentence }) => sentence === at)
      .map((claim) => sayDoubt(claim, language));
    return doubts.length === 0
      ? []
      : [wording.doubtedIn(shorten(text, MOST_OF_SENTENCE), doubts.slice(0, 2))];
  });
  const gone = removed.map((text) => wording.takenOut(shorten(text, MOST_OF_SENTENCE)));
  return [...lines, ...gone].slice(0, MOST_SENTENCES);
}

/** A hold as stored in a job's file. */
export function heldAs({
  kind,
  by,
  untilMs,
  needsApproval,
  inDoubt,
}: Hold): NonNullable<Assignment['state']['hold']> {
  return {
    kind,
    ...(by !== undefined && { by }),
    ...(untilMs !== undefined && { until: isoTime(untilMs) }),
    ...(needsApproval && { needs_approval: true }),
    ...(inDoubt && { in_doubt: true }),
  };
}
