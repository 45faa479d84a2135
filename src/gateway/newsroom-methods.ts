import { z } from 'zod';
import type { PublishedStory, StoryBook } from '../newsroom/story-book.ts';
import type { Clock } from '../time/clock.ts';
import { limitParam, method } from './method.ts';
import type { Methods } from './method.ts';

export interface NewsroomView {
  readonly stories: Pick<StoryBook, 'recent' | 'openRuns'>;
  readonly clock: Clock;
  /** The candidates and what became of them, with reasons; from the newsroom's line. */
  readonly board?: (() => Promise<object>) | undefined;
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** `newsroom.*`: what the newsroom publishes and works on. */
export function newsroomMethods({ stories, clock, board }: NewsroomView): Methods {
  const recent = (limit: number) => stories.recent({ sinceMs: clock.now() - WEEK_MS, limit });
  return {
    'newsroom.status': method(z.strictObject({ limit: limitParam(50, 500) }), async ({ limit }) => ({
      ...(await board?.()),
      stories: (await recent(limit)).map(shown),
      openRuns: (await stories.openRuns()).length,
    })),
    'newsroom.runs': method(z.strictObject({ limit: limitParam(20, 200) }), async ({ limit }) => {
      const open = await stories.openRuns();
      const published = byRun(await recent(500));
      const working = open.map(({ id, session, createdAtMs }) => ({
        id,
        sessionKey: session,
        state: 'open',
        createdAtMs,
        stories: published.get(id)?.map(shown) ?? [],
      }));
      const isOpen = new Set(open.map(({ id }) => id));
      const done = [...published].filter(([id]) => !isOpen.has(id));
      const ended = done.map(([id, its]) => ({
        id,
        sessionKey: its[0]?.desk,
        state: 'done',
        publishedAtMs: its[0]?.publishedAtMs,
        stories: its.map(shown),
      }));
      return { runs: [...working.reverse(), ...ended].slice(0, limit) };
    }),
  };
}

/** The newest run first. */
function byRun(stories: readonly PublishedStory[]): Map<string, PublishedStory[]> {
  const runs = new Map<string, PublishedStory[]>();
  for (const story of stories) runs.set(story.runId, [...(runs.get(story.runId) ?? []), story]);
  return runs;
}

/** A story without its body and sources: those are in its thread. */
function shown({
  id,
  runId,
  category,
  title,
  primaryUrl,
  languageModel,
  desk,
  thread,
  publishedAtMs,
}: PublishedStory): object {
  return { id, runId, category, title, primaryUrl, languageModel, sessionKey: desk, thread, publishedAtMs };
}
