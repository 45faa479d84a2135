/**
 * A worker's task: the inbound turn that writes one story, or rescues it. A pure function of the job, its pack and
 * the edition, so that the same story asked for again after a restart is the same turn.
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

/** Renders a prompt of the registry. */
export type RenderPrompt = (promptId: string, values: Readonly<Record<string, string>>) => RenderedPrompt;

export interface WorkerTask {
  readonly phase: WritingPhase;
  /** Which try at this phase: 1, 2, … Each is a session of its own. */
  readonly n: number;
  readonly job: Assignment;
  readonly pack: SourcePack;
  readonly edition: Edition;
  /** What went wrong before a rescue, and what had been written by then. */
  readonly before?: { readonly error: StoryError; readonly draft: string };
}

const WORDS = { write: 'Write', rescue: 'Rescue' } as const;

/** The turn that writes a story, or rescues its draft, in a session of its own. */
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

/** Whether the reporter of a story posts it, instead of handing in its body. Whoever mends or rescues it hands it in. */
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

/** The story and the sources that can be read. Whatever code fills in afterwards isn't shown. */
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

/** Figures of a market are cited as the source that the pack has of them. */
function marketAssets({ sources, market }: SourcePack): object {
  const source = sources.find(({ kind }) => kind === 'market');
  return market && source ? { market: marketInput(market, source.n) } : {};
}

/** What the desk model reads: it reads no prose. */
function deskMaterial({ job, pack, edition }: WorkerTask): object {
  const { story_id, title, category, concrete_anchor, flags } = job.story;
  // As the pack spells it: addresses of the sample world change with each start.
  const primary_url = primaryOf(pack, job.story.primary_url)?.url ?? job.story.primary_url;
  return {
    story: { story_id, title, category, primary_url, concrete_anchor, flags },
    language: edition.language,
    sources: pack.sources,
    lengths: deskLengths(edition, kindOf(job)),
    ...(toldBefore(job) !== undefined && { told: toldBefore(job) }),
  };
}

/** What an update's story has told already. */
function toldBefore({ story: { told } }: Assignment): string | undefined {
  return told && `${told.title}\n${told.body}`;
}
