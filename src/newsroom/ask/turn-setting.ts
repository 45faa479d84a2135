import type { Setting } from '../../feature/feature.ts';
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NoteBook } from '../../sessions/note-book.ts';
import type { Clock } from '../../time/clock.ts';
import { dayAndTime } from '../../time/zone.ts';
import { editorsZone } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import type { StoryBook } from '../model/story-book.ts';
import { sayStory } from './say-story.ts';

interface SettingDeps {
  readonly stories: Pick<StoryBook, 'ofThread'>;
  readonly actions: Pick<EditorialActionBook, 'of'>;
  readonly notes: Pick<NoteBook, 'list'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly edition: Edition;
}

/** The context of every turn of a session: the desk, the time, the notes, the thread's story. */
export async function turnSetting(
  session: SessionKey,
  { stories, actions, notes, clock, edition }: SettingDeps,
): Promise<Setting> {
  const nowMs = clock.now();
  const zone = editorsZone(edition);
  const kept = await notes.list(session, nowMs);
  const story = await stories.ofThread(session);
  return {
    values: {
      DESK_TITLE: edition.title,
      LANGUAGE: edition.language === 'en' ? 'English' : 'Traditional Chinese (Hong Kong)',
      NOW: `${dayAndTime(nowMs, zone)} (${zone})`,
      CHANNEL: chatIdOf(session) || session,
      NOTES: kept.map(({ text, by }) => `- ${text} (${by})`).join('\n') || 'none',
      STORY: story ? sayStory(story, { zone, edition }, await actions.of(story.id)) : 'none',
    },
    material: {
      now: { atMs: nowMs, zone },
      ...(story && { thread: { title: story.title, job: story.job, why: story.why } }),
    },
  };
}
