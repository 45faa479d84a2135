/** A newsroom with its editors' desk: the line and the desk share one world, and outlive neither. */
import { PipelineStoryService } from '../../../src/newsroom/editing/pipeline-story-service.ts';
import { findNews } from '../../../src/newsroom/editing/find-news.ts';
import type { NewsDeps } from '../../../src/newsroom/editing/find-news.ts';
import type { StoryService } from '../../../src/newsroom/model/story-service.ts';
import type { PipelineDeps } from '../../../src/newsroom/pipeline/pipeline-deps.ts';
import type { Line, NewsroomWorld } from '../newsroom-world.ts';

export const COMMANDS = new Set(
  ['approve', 'kill', 'retry', 'sources', 'why'].map((action) => `story ${action}`),
);

/** A line and a desk as after a start. */
export function editorsIn(
  world: NewsroomWorld,
  news: Partial<NewsDeps> = {},
  change: Partial<PipelineDeps> = {},
): { readonly line: Line; readonly desk: StoryService } {
  const line = world.line({ commands: () => COMMANDS, ...change });
  void line.tasks.start();
  const pool: NewsDeps['pool'] & Pick<PipelineDeps['events'], 'event'> = {
    event: world.events.event,
    eventOf: world.events.eventOf,
    openEvents: async () => [],
    postedEvents: async () => [],
    ...news.pool,
  };
  let runs = 0;
  const desk = new PipelineStoryService({
    stories: world.stories,
    actions: world.actions,
    files: world.files,
    edition: world.edition,
    clock: world.clock,
    pool,
    find: (what, nowMs, unlessCovered) =>
      findNews(what, nowMs, {
        edition: world.edition,
        pool,
        unlessCovered,
        read: async (url) => ({ title: `Page ${url}`, text: 'It has 12 floors.' }),
        search: async () => ({ kind: 'failed', reason: 'no_key', detail: '' }),
        ...news,
      }),
    promptFor: () => ({
      promptId: 'news_reporter_script_default_v1',
      validatorId: 'news_reporter_script_v1',
    }),
    newBatchId: () => `again-${++runs}`,
    commands: () => COMMANDS,
    pipeline: line,
    tasks: line.tasks,
    done: () => {},
  });
  return { line, desk };
}
