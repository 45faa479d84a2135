import type { WorkerResult } from '../jobs/worker-result.ts';
import type { StoryJob } from '../jobs/story-job.ts';
import type { Lengths, WritingPhase } from '../lengths.ts';
import type { SourcePack } from '../source-pack.ts';

/** A draft and what it is judged by. */
export interface Submission {
  readonly result: WorkerResult;
  readonly job: StoryJob;
  readonly pack: SourcePack;
  readonly language: 'en' | 'zh-Hant-HK';
  readonly lengths: Lengths;
  /** False for what the desk model wrote: it quotes, and translates no title. */
  readonly languageModel: boolean;
  readonly phase: WritingPhase;
}

/** Something that keeps a draft from being published, as a sentence that its writer can act on. */
export type Finding = string;
