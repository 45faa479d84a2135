/**
 * The further turns of a story: comparing it with covered ones, a checker's pass over its sentences, and the
 * reporter's mending of doubted ones. Pure functions, so asking again after a restart is the same turn.
 */
import { SYSTEM } from '../../sessions/actor.ts';
import { sessionKey } from '../../sessions/key.ts';
import type { Inbound } from '../../sessions/turn.ts';
import type { Edition } from '../edition/edition.ts';
import { storyKey } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import { languageName } from './language-notes.ts';
import type { RenderPrompt } from './worker-task.ts';

/** @param check the sentences, from `checkerInput` */
export function checkerInbound(job: Assignment, check: string, render: RenderPrompt, n = 1): Inbound {
  return {
    ...turnOf(job, 'verify', n),
    text: `Check the story "${job.story.title}".`,
    profile: 'checker',
    prompt: render('verify_v1', { CHECK: check }),
  };
}

/** @param stories the story and the covered ones, from `sameStoryInput` */
export function sameStoryInbound(job: Assignment, stories: string, render: RenderPrompt, n = 1): Inbound {
  return {
    ...turnOf(job, 'same', n),
    text: `Say whether the story "${job.story.title}" was told before.`,
    profile: 'same_story',
    prompt: render('same_story_v1', { STORIES: stories }),
  };
}

/** With the sentences from `mendInput`. */
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
