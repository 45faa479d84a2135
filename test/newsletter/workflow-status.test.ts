import { describe, expect, it } from 'vitest';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import type { StepName } from '../../src/newsletter/model/steps.ts';
import type { Checkpoint, StepStatus } from '../../src/newsletter/model/newsletter-record.ts';
import { workflowStatus } from '../../src/newsletter/workflow-status.ts';

const checkpoint = (status: StepStatus, message = ''): Checkpoint => ({ status, message, counts: {} });
const first = (count: number, status: StepStatus = 'complete') =>
  Object.fromEntries(STEPS.slice(0, count).map((name) => [name, checkpoint(status)]));

describe('the status of a workflow', () => {
  it('of a new session says where to start', () => {
    expect(workflowStatus(undefined)).toEqual({
      status: 'new_session',
      message: 'No existing state. Start from step 1.',
      steps: {},
    });
  });

  it('of a session that is under way has all nine steps, and no more than status and message of each', () => {
    const checkpoints = {
      gather_urls: checkpoint('complete', 'Gathered 234 URLs'),
      filter_urls: checkpoint('complete', 'Filtered to 89 AI articles'),
      download_articles: checkpoint('complete', 'Downloaded 72 articles'),
    };
    expect(workflowStatus({ checkpoints })).toEqual({
      status: 'ok',
      progress: '33%',
      next_step: 'extract_summaries',
      steps: {
        gather_urls: { status: 'complete', message: 'Gathered 234 URLs' },
        filter_urls: { status: 'complete', message: 'Filtered to 89 AI articles' },
        download_articles: { status: 'complete', message: 'Downloaded 72 articles' },
        extract_summaries: { status: 'not_started', message: '' },
        rate_articles: { status: 'not_started', message: '' },
        cluster_topics: { status: 'not_started', message: '' },
        select_sections: { status: 'not_started', message: '' },
        draft_sections: { status: 'not_started', message: '' },
        finalize_newsletter: { status: 'not_started', message: '' },
      },
    });
  });

  it.each([
    [0, '0%', 'gather_urls'],
    [1, '11%', 'filter_urls'],
    [2, '22%', 'download_articles'],
    [3, '33%', 'extract_summaries'],
    [4, '44%', 'rate_articles'],
    [5, '55%', 'cluster_topics'],
    [6, '66%', 'select_sections'],
    [7, '77%', 'draft_sections'],
    [8, '88%', 'finalize_newsletter'],
    [9, '100%', null],
  ])('with %i steps complete is at %s, next %s', (count, progress, next) => {
    expect(workflowStatus({ checkpoints: first(count) })).toMatchObject({ progress, next_step: next });
    expect(workflowStatus({ checkpoints: first(count, 'skipped') })).toMatchObject({
      progress,
      next_step: next,
    });
  });

  it.each(STEPS.map((name) => [name]))('names %s as next when it failed or was cut off', (name: StepName) => {
    const before = first(STEPS.indexOf(name));
    for (const status of ['error', 'started', 'not_started'] as const)
      expect(workflowStatus({ checkpoints: { ...before, [name]: checkpoint(status) } })).toMatchObject({
        next_step: name,
        steps: { [name]: { status } },
      });
  });
});
