/**
 * The turns that a story may cost besides being written: one that says whether it was told before, a checker's pass over
 * its sentences, and its reporter's over those that were doubted. Pure functions, so that the same turn asked for again after a restart is the same turn.
 */
import { SYSTEM } from '../../sessions/actor.ts';
import { sessionKey } from '../../sessions/key.ts';
import type { Inbound } from '../../sessions/turn.ts';
import type { Edition } from '../edition/edition.ts';
import { storyKey } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import { languageName } from './language-notes.ts';
import type { RenderPrompt } from './worker-task.ts';

/** The sentences as `checkerInput` writes them. */
export function checkerInbound(job: Assignment, check: string, render: RenderPrompt, n = 1): Inbound {
  return {
    ...turnOf(job, 'verify', n),
    text: `Check the story "${job.story.title}".`,
    profile: 'checker',
    prompt: render('verify_v1', { CHECK: check }),
  };
}

/** The story and what was told, as `sameStoryInput` writes them. */
export function sameStoryInbound(job: Assignment, stories: string, render: RenderPrompt, n = 1): Inbound {
  return {
    ...turnOf(job, 'same', n),
    text: `Say whether the story "${job.story.title}" was told before.`,
    profile: 'same_story',
    prompt: render('same_story_v1', { STORIES: stories }),
  };
}

/** The sentences as `mendInput` writes them. */
export function mendInbound(
  { job, edition }: { readonly job: Assignment; readonly edition: Pick<Edition, 'language'> },
  sentences: string,
  render: RenderPrompt,
  n = 1,
): Inbound {
  return {
    ...turnOf(job, 'mend', n),
    text: `Mend sentences of the story "${job.story.title}".`,
    profile: 'mend',
    prompt: render('mend_v1', { SENTENCES: sentences, LANGUAGE: languageName(edition) }),
  };
}

function turnOf(job: Assignment, part: string, n: number) {
  const name = `${storyKey(job)}/${n === 1 ? part : `${part}-${n}`}`;
  const session = sessionKey('story', name);
  return {
    id: session,
    kind: 'worker',
    session,
    origin: { channel: 'story', chatId: name },
    title: job.story.title,
    actor: SYSTEM,
  } as const;
}
