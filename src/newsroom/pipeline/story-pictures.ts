import { storyKey } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import type { StoryEvent } from '../batches/story-log.ts';
import type { PipelineDeps } from './pipeline-deps.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { Drafted } from './story-drafting.ts';

interface PictureDeps extends Pick<PipelineDeps, 'assets' | 'edition' | 'files' | 'failed'> {
  readonly signal: AbortSignal;
  readonly note: (event: StoryEvent, fields?: object) => void;
}

/**
 * Make the pictures of a written story, as files in its batch's folder. A failure doesn't stop the story. Rejects
 * only with the signal's reason.
 */
export async function illustrate(
  job: Assignment,
  { result }: Drafted,
  pack: SourcePack,
  { assets, edition, files, failed, signal, note }: PictureDeps,
): Promise<Assignment['result']['images']> {
  // An update is in a thread that has pictures already.
  if (!assets || edition.pictures === false || job.story.update_of !== undefined) return [];
  const { body, card_prompt, infographic_prompt } = result.draft;
  try {
    const { pictures, failures } = await assets.afterWriting(
      {
        storyId: job.story.story_id,
        category: job.story.category,
        title: result.title,
        body,
        cardPrompt: card_prompt,
        infographicPrompt: infographic_prompt,
        sources: pack.sources,
        market: pack.market,
        folder: files.folder(job.run.run_id),
      },
      signal,
    );
    note('assets_ready', { pictures: pictures.map(({ kind, name }) => ({ kind, name })), failures });
    return pictures.map(({ name, alt }) => ({ name, alt }));
  } catch (error) {
    signal.throwIfAborted();
    failed(`the pictures of ${storyKey(job)}`, error);
    return [];
  }
}
