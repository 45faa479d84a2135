import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { canonicalCategory } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import { ukTime } from '../model/job-times.ts';
import type { BatchPlan } from '../model/batch-plan.ts';
import type { Trigger } from '../model/batch-job.ts';
import { plannedStory } from '../model/assignment.ts';
import type { PublisherMode, Assignment } from '../model/assignment.ts';
import type { AssignmentOfBatch } from '../model/story-book.ts';
import { withoutLinks } from '../../text/without-links.ts';
import type { ChosenStory } from './check-picks.ts';

export interface BatchTerms {
  readonly runId: string;
  readonly trigger: Trigger;
  /** The desk channel's session. */
  readonly desk: SessionKey;
  readonly edition: Edition;
  readonly nowMs: number;
  /** The automation whose turn orders it. */
  readonly job?: AssignmentOfBatch | undefined;
  /** The prompt and validator for reporters of a category. */
  readonly promptFor: (category: string) => { readonly promptId: string; readonly validatorId: string };
  readonly passedOver: BatchPlan['passed_over'];
  /** A remark on the choice as a whole, for the record. */
  readonly remark?: string | undefined;
  /** Who makes the stories' messages; by default as the edition says. */
  readonly publisherMode?: PublisherMode | undefined;
}

/** How a batch is run unless somebody says otherwise. */
export const RUNNER = {
  concurrency: 3,
  stagger_seconds: 60,
  default_timeout_seconds: 900,
  dm_targets: [],
  stop_run_on_failure: false,
};

/** The same for each of its stories. */
export const storyTerms = () => ({
  post: { on_success_dm_targets: [], on_failure_dm_targets: [] },
  recover: {
    enabled: true,
    rescue_prompt_id: 'news_rescue_script_v1',
    max_rescue_attempts: 1,
    rescue_timeout_seconds: 600,
  },
});

/** The documents of a batch: `run_job_v1`, and one `story_job_v1` per pick, in order. */
export function draftBatch(chosen: readonly ChosenStory[], terms: BatchTerms): BatchPlan {
  const { runId, trigger, nowMs, edition, job } = terms;
  const run = {
    run_id: runId,
    trigger,
    run_time_uk: ukTime(nowMs),
    ...(job && { job: { id: job.id, name: job.name, slot_ms: job.slotMs } }),
  };
  const stories = chosen.map((story, at) => draftStory(story, at + 1, run, terms));
  return {
    run: {
      schema_version: 'run_job_v1',
      run,
      destination: { platform: channelOf(terms.desk) },
      runner: {
        ...RUNNER,
        // The sample server is on this machine and needs no pauses.
        ...(edition.sample === true && { stagger_seconds: 0 }),
      },
    },
    stories,
    passed_over: [...terms.passedOver],
    ...(terms.remark !== undefined && { remark: terms.remark }),
  };
}

function draftStory(
  { candidate, pick, supportingUrls }: ChosenStory,
  place: number,
  run: Assignment['run'],
  { desk, edition, nowMs, promptFor, publisherMode }: BatchTerms,
): Assignment {
  const category = canonicalCategory(edition, pick.category) ?? candidate.suggested_category;
  const { promptId, validatorId } = promptFor(category);
  return {
    schema_version: 'story_job_v1',
    run: { ...run },
    story: {
      story_id: `story_${String(place).padStart(2, '0')}`,
      content_type: 'news_deep_dive',
      category,
      title: pick.title || withoutLinks(candidate.title) || `Event ${candidate.event_id}`,
      primary_url: candidate.primary_url,
      supporting_urls: [...supportingUrls],
      concrete_anchor: pick.concrete_anchor,
      flags: [...pick.flags],
      dedupe_key: candidate.event_key,
      event_id: candidate.event_id,
      ...(pick.why !== '' && { why: pick.why }),
    },
    destination: {
      platform: channelOf(desk),
      title_channel_id: chatIdOf(desk),
      thread_name_template: '{title}',
    },
    spawn: {
      prompt_id: promptId,
      agent_id: 'main',
      publisher_mode: publisherMode ?? edition.publisherMode ?? 'script_posts',
      input_mapping: { INPUT_JSON: 'story, source_pack' },
    },
    monitor: { poll_seconds: 5, timeout_seconds: RUNNER.default_timeout_seconds, result_json_required: true },
    ...storyTerms(),
    validation: { validator_id: validatorId, stop_run_on_failure: false },
    ...plannedStory(nowMs),
  };
}
