/**
 * A language model for a newsroom, as far as a loopback can be one: it plans by the tools, as the prompt asks, and
 * writes each story from the sentences of the sources that it is shown.
 */
import { unfenced } from '../../../src/llm/fence.ts';
import { clusterAnswer } from './gemini-cluster.ts';
import type { GeminiRequest } from './loopback-gemini.ts';
import { asks, says } from './loopback-gemini-script.ts';
import type { GeminiReply } from './loopback-gemini-script.ts';

interface Candidate {
  readonly i: number;
  readonly title: string;
  readonly suggested_category?: string;
  readonly category?: string;
}

const USAGE = { promptTokenCount: 2_000, candidatesTokenCount: 500 };

/** @param stories how many a planner picks. */
export function newsroomBrain(stories: number): (request: GeminiRequest) => GeminiReply {
  return (request) => {
    const tools = request.body?.tools?.[0]?.functionDeclarations.map(({ name }) => name) ?? [];
    const reply = tools.includes('write_run')
      ? planned(request, stories)
      : (clusterAnswer(request) ?? written(request));
    return { ...reply, usage: USAGE };
  };
}

function planned({ body }: GeminiRequest, stories: number): GeminiReply {
  const parts = body!.contents.flatMap((content) => content.parts);
  const results = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
  const last = results.at(-1);
  if (!last) return asks({ name: 'recent_posts' }, { name: 'inputs' });
  if (last.name === 'inputs') {
    const { candidates } = jsonIn(last.response) as { candidates: Candidate[] };
    const picks = candidates.slice(0, stories).map((candidate) => ({
      i: candidate.i,
      title: candidate.title,
      category: candidate.suggested_category ?? candidate.category,
      concrete_anchor: candidate.title,
      why: 'it is news',
    }));
    return asks({ name: 'write_run', args: { stories: picks, passed_over: [] } });
  }
  const { run_dir: runDir } = jsonIn(last.response) as { run_dir?: string };
  return says(
    JSON.stringify(
      runDir === undefined
        ? { status: 'no_post', say: `Nothing was ordered: ${JSON.stringify(last.response)}` }
        : { status: 'planned', run_dir: runDir, stories: [], say: 'Stories are being written.' },
    ),
  );
}

interface WorkerInput {
  readonly story: {
    readonly story_id: string;
    readonly title: string;
    readonly category: string;
    readonly primary_url: string;
  };
  readonly source_pack: {
    readonly sources: readonly {
      readonly n: number;
      readonly url: string;
      readonly text: string;
      readonly usable: boolean;
    }[];
  };
}

function written({ body }: GeminiRequest): GeminiReply {
  const text = body!.contents
    .flatMap((content) => content.parts)
    .map((part) => part.text ?? '')
    .join('\n');
  const { story, source_pack } = inputIn(text);
  const usable = source_pack.sources.filter((source) => source.usable);
  const paragraphs = usable.map(({ n, text: said }) =>
    [...said.matchAll(/[^.!?。！？]+[.!?。！？]+/g)]
      .slice(0, 6)
      .map(([sentence]) => `${sentence.trim()} [${n}]`)
      .join(' '),
  );
  const result = {
    status: 'SUCCESS',
    story_id: story.story_id,
    category: story.category,
    title: story.title,
    primary_url: story.primary_url,
    draft: {
      body: [`${story.title} [${usable[0]?.n}].`, ...paragraphs].join('\n\n'),
      read_more_urls: usable.map(({ url }) => url),
    },
    sources_used: usable.map(({ n }) => n),
  };
  return says(JSON.stringify(result));
}

/** A tool's answer, without the fences in it. */
function jsonIn(response: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(unfenced(String(response['output'])));
}

/** The fenced JSON in a prompt that has a source pack. */
function inputIn(text: string): WorkerInput {
  for (const [, inside = ''] of text.matchAll(/<material [0-9a-f]{16}:[^<>]*>\n?([\s\S]*?)\n?<\/material/g))
    if (inside.includes('"source_pack"')) return JSON.parse(inside) as WorkerInput;
  throw new Error('there is no source pack in the prompt');
}
