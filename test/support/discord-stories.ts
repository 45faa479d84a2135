/** Stories on the loopback Discord: one that is posted, one that waits for its editors. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stores } from '../../src/main/stores.ts';
import type { PublishedStory } from '../../src/newsroom/model/story-book.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { anEdition } from '../newsroom/an-edition.ts';
import { NewsroomWorld, aPlan, packFor } from '../newsroom/newsroom-world.ts';
import type { Channel } from './discord/world.ts';
import type { Newsroom } from './discord-newsroom.ts';

export const STORY = 'run-1/story_01';

/** A story as the line posts it, whose thread is this channel. @param change what is different about it */
export async function postedStory(
  { clock, news }: Pick<Newsroom, 'clock' | 'news'>,
  { stories }: Stores,
  thread: Pick<Channel, 'id'>,
  change: Partial<PublishedStory> = {},
): Promise<void> {
  const desk = sessionKey('discord', news.id);
  const [job] = aPlan('run-1', 1, clock.now(), anEdition(), desk).stories;
  await stories.publish(
    {
      id: STORY,
      runId: 'run-1',
      category: 'Global News',
      title: job!.story.title,
      primaryUrl: job!.story.primary_url,
      body: 'The old library of Larkmoor reopened. [1]',
      languageModel: false,
      desk,
      place: desk,
      flags: [],
      why: 'the strongest of the morning',
      threadOp: 'none',
      thread: sessionKey('discord', thread.id),
      pack: packFor(job!),
      claims: [],
      publishedAtMs: clock.now(),
      ...change,
    },
    [],
  );
}

/**
 * The desk goes down, finds a run of one story in its home when it comes back, and brings it on. @param broken its job
 * file can't be read; else the story is written, and waits for approval. @returns the stores of the desk that came back.
 */
export async function waitingStory(room: Newsroom, stores: Stores, broken = false): Promise<Stores> {
  const desk = sessionKey('discord', room.news.id);
  const edition = { approval: true, pictures: false } as const;
  const world = new NewsroomWorld({ desk, edition });
  try {
    world.clock.set(room.clock.now());
    const plan = await world.order('run-1', 1);
    const line = world.line();
    line.take('run-1');
    await line.idle();
    const jobs = join(room.desk.home, 'data', 'newsroom', 'jobs', 'run-1');
    cpSync(world.files.folder('run-1'), jobs, { recursive: true });
    if (broken) writeFileSync(join(jobs, 'story_01.json'), '{"schema_ver');
    await stores.stories.order({ id: 'run-1', session: desk, plan, createdAtMs: room.clock.now() });
  } finally {
    world.close();
  }
  const { home } = room.desk;
  await room.desk.stop();
  let back = stores;
  await room.start({ home, edition, stores: (given) => (back = given) });
  return back;
}
