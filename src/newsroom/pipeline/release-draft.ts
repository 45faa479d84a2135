/** A draft that is ready: it waits for an editor or a time, turns out to be covered already, or is published. */
import { isoTime } from '../model/job-times.ts';
import type { Assignment } from '../model/assignment.ts';
import { batchGoesOn } from '../model/batch-task.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { holdOf } from '../model/story-actions.ts';
import type { Hold } from '../model/story-actions.ts';
import { wordingOf } from '../edition/wording.ts';
import { endedIfKilled, endedIfCovered } from './coverage-gate.ts';
import type { OpenStory } from './open-story.ts';
import { publishStory } from './publishing.ts';
import type { ReadyDraft } from './story-drafting.ts';
import { changedOp, decidedBy, heldAs, waitingOps } from './story-notices.ts';
import type { ShownDraft } from './story-notices.ts';

/** How long a waiting story holds its event: the longest that the pool allows. */
const HOLD_MS = 24 * 3_600_000;

/**
 * Editorial actions count until the moment of publishing. A draft that is held is stored in its job and shown to
 * editors.
 */
export async function releaseDraft(story: OpenStory, draft: ReadyDraft, pack: SourcePack): Promise<void> {
  const { actions, edition, clock } = story.deps;
  let isOut = false;
  // An editor may act at the last moment; then check once more.
  while (!isOut) {
    if (await endedIfKilled(story)) return;
    const done = await actions.of(story.key);
    const drafted = { ...story.job, result: { ...story.job.result, claims: draft.claims } };
    const hold = holdOf(drafted, done, edition, clock.now());
    const decided = decidedBy(done, edition);
    if (hold) return wait(story, hold, { draft, pack, n: done.length, decided });
    if (await endedIfCovered(story, 'gate', { pack })) return;
    isOut = await story.terms.publishing(() => publish(story, draft, pack, done.length));
  }
}

/** The waiting draft from its job. */
export function storedDraft({ state, result }: Assignment): ReadyDraft | undefined {
  const { worker, claims, language_model, errors, images, messages } = result;
  if (state.drafted_at === null || !worker || !claims) return undefined;
  const draft = { result: worker, claims, languageModel: language_model ?? true, errors, images };
  return messages ? { ...draft, messages } : draft;
}

/** Store the draft until somebody, or its time, releases it. Repeating it changes nothing. */
async function wait(open: OpenStory, hold: Hold, shown: ShownDraft): Promise<void> {
  const held = heldAs(hold);
  const { draft } = shown;
  const { clock, ops, posted } = open.deps;
  const { desk } = open.terms;
  const { story, state } = open.job;
  const isNew = JSON.stringify(state.hold) !== JSON.stringify(held) || state.drafted_at === null;
  if (isNew) {
    if (state.drafted_at !== null) await ops.put([changedOp(open.job, hold, shown, desk, open.deps)]);
    await open.save(
      { hold: held, drafted_at: state.drafted_at ?? isoTime(clock.now()) },
      {
        ...open.job.result,
        worker: draft.result,
        language_model: draft.languageModel,
        ...keptOf(draft),
      },
    );
    open.note('story_waits', held);
  }
  await ops.put(waitingOps(open.job, hold, shown, desk, open.deps));
  posted();
  await open.events.hold(story.event_id, story.primary_url, clock.now() + HOLD_MS, open.key);
}

/** @returns false when editors have acted in the meantime; nothing has changed then. */
async function publish(
  story: OpenStory,
  draft: ReadyDraft,
  pack: SourcePack,
  actionsSeen: number,
): Promise<boolean> {
  story.terms.signal.throwIfAborted();
  if (await endedIfCovered(story, 'gate', { pack, mayAsk: false })) return true;
  const { tasks, clock } = story.deps;
  // Other stories don't wait until it is sent.
  const goesOn = batchGoesOn(story.job.run.run_id, clock.now());
  const out = await publishStory(story.job, draft, pack, { ...story.terms, actionsSeen, tasks: [goesOn] });
  if (out === 'actions') return false;
  if (out === 'gone') {
    const error_message = wordingOf(story.deps.edition.language).channelGone;
    await story.fail([{ phase: 'publish', error_type: 'channel_gone', error_message }]);
    return true;
  }
  if (typeof out === 'string') {
    await story.skip('policy', out);
    return true;
  }
  tasks.poke();
  story.note('discord_publish_progress', out.progress);
  await story.save({}, { ...story.job.result, worker: out.worker, ...keptOf(draft) });
  return true;
}

/** What a job's file stores of a draft besides its text. */
function keptOf({ claims, errors, images, messages }: ReadyDraft) {
  return {
    claims,
    errors: [...errors],
    images: [...images],
    messages: messages ? [...messages] : null,
  };
}
