/** An order about a story, or a question about one. */
type StoryActionRequest = 'hold' | 'approve' | 'kill' | 'retry' | 'correct' | 'follow' | 'unfollow';

export interface StoryOrder {
  readonly action: StoryActionRequest | 'sources' | 'why' | 'write';
  /** Words of its title; absent: the thread's own story. */
  readonly story?: string;
  /** For a correction: the right text. */
  readonly text?: string;
  /** In the asker's words: "6pm", "in 2 hours". */
  readonly until?: string;
  /** The asker's reason. */
  readonly why?: string;
  /** For `write`: a page or a topic. For `why`: what was not posted. */
  readonly topic?: string;
  /** For `write`: into the thread of what is posted already. */
  readonly update?: true;
}
