/** An order about a story, or a question about one. */
type StoryActionWish = 'hold' | 'approve' | 'kill' | 'retry' | 'correct' | 'follow' | 'unfollow';

export interface StoryOrder {
  readonly action: StoryActionWish | 'sources' | 'why' | 'write';
  /** Words of its title; without them the thread's own. */
  readonly story?: string;
  /** Of a correction: what is right. */
  readonly text?: string;
  /** As it was said: "6pm", "in 2 hours". */
  readonly until?: string;
  /** The reason that was given. */
  readonly why?: string;
  /** Of `write`: a page or a topic; of `why`: what was not posted. */
  readonly topic?: string;
}
