/**
 * The inbound turn that writes one story, or rescues it. A pure function of the job, its pack and the edition, so
 * asking again after a restart is the same turn.
 */
import { plainJson } from '../../llm/fence.ts';
import { SYSTEM } from '../../sessions/actor.ts';
import { sessionKey } from '../../sessions/key.ts';
import type { Inbound, RenderedPrompt } from '../../sessions/turn.ts';
import type { Edition } from '../edition/edition.ts';
import type { StoryError, Assignment } from '../model/assignment.ts';
import { kindOf, storyKey } from '../model/assignment.ts';
import { askLengths, deskLengths, lengthsOf, QUOTED } from '../edition/lengths.ts';
import type { WritingPhase } from '../edition/lengths.ts';
import { marketInput } from '../edition/market-source.ts';
import { primaryOf } from '../model/primary-source.ts';
import { shownText } from '../model/source-pack.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { languageName, styleNotes } from './language-notes.ts';

/** Render a registered prompt. */
export type RenderPrompt = (promptId: string, values: Readonly<Record<string, string>>) => RenderedPrompt;

export interface WorkerTask {
  readonly phase: WritingPhase;
  /** The try within this phase: 1, 2, … Each has a session of its own. */
  readonly n: number;
  readonly job: Assignment;
  readonly pack: SourcePack;
  readonly edition: Edition;
  /** For a rescue: what went wrong, and the draft. */
  readonly before?: { readonly error: StoryError; readonly draft: string };
}

const WORDS = { write: 'Write', rescue: 'Rescue' } as const;

/** The turn that writes a story or rescues its draft, in a session of its own. */
export function workerInbound(task: WorkerTask, render: RenderPrompt): Inbound {
  const { n, job, phase: part } = task;
  const name = `${storyKey(job)}/${n === 1 ? part : `${part}-${n}`}`;
  const session = sessionKey('story', name);
  const anew = part === 'write';
  const prompt = anew ? job.spawn.prompt_id : job.recover.rescue_prompt_id;
  const seconds = anew ? job.monitor.timeout_seconds : job.recover.rescue_timeout_seconds;
  return {
    id: session,
    kind: 'worker',
    session,
    origin: { channel: 'story', chatId: name },
    title: job.story.title,
    text: `${WORDS[part]} the story "${job.story.title}".`,
    actor: SYSTEM,
    profile: anew ? (postsItself(job) ? 'reporter_posts' : 'reporter') : 'rescue',
    prompt: render(prompt, promptValues(task)),
    material: deskMaterial(task),
    timeoutMs: seconds * 1_000,
  };
}

/** Whether the story's reporter posts it instead of handing in a body. Mending and rescuing always hand one in. */
export function postsItself({ spawn }: Pick<Assignment, 'spawn'>): boolean {
  return spawn.publisher_mode === 'agent_posts';
}

function promptValues(task: WorkerTask): Record<string, string> {
  const { edition, phase, job, before } = task;
  return {
    INPUT_JSON: plainJson(workerInput(task), 1),
    LANGUAGE: languageName(edition),
    LENGTH: askLengths(lengthsOf(edition, phase, kindOf(job)), edition.language),
    STYLE: styleNotes(edition)
      .map((note) => `- ${note}`)
      .join('\n'),
    QUOTATIONS: String(QUOTED.most),
    QUOTED_WORDS: String(QUOTED.words),
    RUN_TIME_UK: job.run.run_time_uk,
    WORKER_ERROR_TYPE: before?.error.error_type ?? '',
    WORKER_ERROR_MESSAGE: before?.error.error_message ?? '',
  };
}

/** The story and its readable sources, without what code fills in later. */
function workerInput({ job, pack, before }: WorkerTask): object {
  const { story_id, title, category, primary_url, concrete_anchor, flags, told } = job.story;
  const sources = pack.sources
    .filter(({ usable }) => usable)
    .map(({ n, url, outlet, title: headline, publishedAtMs, language, usable, ...source }) => ({
      n,
      url,
      outlet,
      title: headline,
      ...(publishedAtMs !== undefined && { published_at: new Date(publishedAtMs).toISOString() }),
      language,
      usable,
      text: shownText(source),
    }));
  return {
    story: { story_id, title, category, primary_url, concrete_anchor, flags, ...(told && { told }) },
    source_pack: { sources },
    assets: marketAssets(pack),
    ...(before !== undefined && { rejected_draft: before.draft }),
  };
}

/** Market figures are cited as the pack's market source. */
function marketAssets({ sources, market }: SourcePack): object {
  const source = sources.find(({ kind }) => kind === 'market');
  return market && source ? { market: marketInput(market, source.n) } : {};
}

/** The values for the desk model, which doesn't read prompts. */
function deskMaterial({ job, pack, edition }: WorkerTask): object {
  const { story_id, title, category, concrete_anchor, flags } = job.story;
  // In the pack's spelling, because addresses of the sample server change with each start.
  const primary_url = primaryOf(pack, job.story.primary_url)?.url ?? job.story.primary_url;
  return {
    story: { story_id, title, category, primary_url, concrete_anchor, flags },
    language: edition.language,
    sources: pack.sources,
    lengths: deskLengths(edition, kindOf(job)),
    ...(earlierText(job) !== undefined && { told: earlierText(job) }),
  };
}

/** For an update: what was reported before. */
function earlierText({ story: { told } }: Assignment): string | undefined {
  return told && `${told.title}\n${told.body}`;
}
