/**
 * A language model for a newsroom, as far as a loopback can be one: it plans by the tools, as the prompt asks, and
 * writes each story from the sentences of the sources that it is shown.
 */
import { unfenced } from '../../../src/llm/fence.ts';
import { clusterAnswer } from './gemini-cluster.ts';
import type { GeminiRequest } from './loopback-gemini.ts';
import { asks, says } from './loopback-gemini-script.ts';
import type { GeminiReply } from './loopback-gemini-script.ts';
import { allSupported, askedCheck } from './scripted-checker.ts';

interface Candidate {
  readonly i: number;
  readonly title: string;
  readonly suggested_category?: string;
  readonly category?: string;
}

const USAGE = { promptTokenCount: 2_000, candidatesTokenCount: 500 };

/**
 * @param stories how many a planner picks: in each of its turns, or in the first, the second …; the last for all others.
 * @param language what it writes in; its Chinese says in general words what the English of its sources tells.
 */
export function newsroomBrain(
  stories: number | readonly number[],
  language: 'en' | 'zh' = 'en',
): (request: GeminiRequest) => GeminiReply {
  const inTurn = [stories].flat();
  let picks = 0;
  return (request) => {
    const tools = request.body?.tools?.[0]?.functionDeclarations.map(({ name }) => name) ?? [];
    if (isHeartbeat(request)) return { ...says('HEARTBEAT_OK'), usage: USAGE };
    const check = askedCheck(unfenced(promptOf(request)));
    if (check) return { ...says(JSON.stringify(allSupported(check))), usage: USAGE };
    const told = askedWhetherTold(unfenced(promptOf(request)));
    if (told) return { ...says(JSON.stringify({ told })), usage: USAGE };
    if (!tools.includes('write_run')) {
      const story = () => written(request, language);
      const answer = clusterAnswer(request) ?? (tools.includes('post') ? posted(request, story()) : story());
      return { ...answer, usage: USAGE };
    }
    const reply = planned(request, tools, (candidates) => {
      picks = inTurn.length > 1 ? inTurn.shift()! : inTurn[0]!;
      return candidates.slice(0, picks).map((candidate) => ({
        ...candidate,
        title: language === 'zh' ? inChinese(candidate.title) : candidate.title,
      }));
    });
    return { ...reply, usage: USAGE };
  };
}

/** Every telling of which a prompt asks whether it is the story's is another's; undefined for a prompt that doesn't ask. */
function askedWhetherTold(prompt: string): object[] | undefined {
  const [, told] = /^STORY\n[\s\S]*?\n\nTOLD\n([\s\S]*)$/m.exec(prompt) ?? [];
  if (told === undefined) return undefined;
  return [...told.matchAll(/^(\d+) \(/gm)].map(([, n]) => ({
    n: Number(n),
    answer: 'another',
    why: 'another place and day',
  }));
}

function planned(
  { body }: GeminiRequest,
  tools: readonly string[],
  pick: (candidates: readonly Candidate[]) => readonly Candidate[],
): GeminiReply {
  const parts = body!.contents.flatMap((content) => content.parts);
  const results = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
  const last = results.at(-1);
  const looks = ['recent_posts', 'inputs'].filter((name) => tools.includes(name));
  if (!last) return asks(...looks.map((name) => ({ name })));
  if (last.name === 'inputs') {
    const { candidates } = jsonIn(last.response) as { candidates: Candidate[] };
    const picked = pick(candidates);
    const taken = new Set(picked.map(({ i }) => i));
    const left = candidates.filter(({ i }) => !taken.has(i)).map(({ i }) => ({ i, why: 'less is at stake' }));
    if (picked.length === 0)
      return says(
        JSON.stringify({
          status: 'no_post',
          reason: 'no_qualifying_breaking_or_developing_story',
          say: 'Nothing of this hour qualifies.',
        }),
      );
    const picks = picked.map((candidate) => ({
      i: candidate.i,
      title: candidate.title,
      category: candidate.suggested_category ?? candidate.category,
      concrete_anchor: candidate.title,
      why: 'it is news',
    }));
    return asks({ name: 'write_run', args: { stories: picks, passed_over: left } });
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

export interface WorkerInput {
  readonly assets?: { readonly market?: { readonly cite_as: number } };
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

export function promptOf({ body }: GeminiRequest): string {
  return (body?.contents ?? [])
    .flatMap((content) => content.parts)
    .map((part) => part.text ?? '')
    .join('\n');
}

function written(request: GeminiRequest, language: 'en' | 'zh'): GeminiReply {
  const { story, source_pack } = inputIn(promptOf(request));
  const usable = source_pack.sources.filter((source) => source.usable);
  const paragraphs = usable.map(({ n, text: said }) =>
    language === 'zh'
      ? CHINESE.map((sentence) => `${sentence}。[${n}]`).join('')
      : [...said.matchAll(/(?:[^.!?。！？]|\.(?=\d))+[.!?。！？]+/g)]
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
      body: [
        language === 'zh' ? `${story.title}。[${usable[0]?.n}]` : `${story.title} [${usable[0]?.n}].`,
        ...paragraphs,
      ].join('\n\n'),
      read_more_urls: usable.map(({ url }) => url),
    },
    sources_used: usable.map(({ n }) => n),
  };
  return says(JSON.stringify(result));
}

/** Between the runs there is nothing to tell. */
function isHeartbeat({ body }: GeminiRequest): boolean {
  const last = body?.contents.at(-1)?.parts ?? [];
  return last.some(({ text }) => text?.includes('This is a heartbeat') === true);
}

/** A story by a reporter who posts it: a message for each paragraph, then the result without its body. */
function posted({ body }: GeminiRequest, story: GeminiReply): GeminiReply {
  const result = JSON.parse(textOf(story)) as { draft: { body: string } };
  const parts = body!.contents.flatMap((content) => content.parts);
  if (parts.some(({ functionResponse }) => functionResponse?.name === 'post'))
    return says(JSON.stringify({ ...result, content_posted: true, draft: { ...result.draft, body: '' } }));
  return asks(...result.draft.body.split('\n\n').map((text) => ({ name: 'post', args: { text } })));
}

function textOf({ parts = [] }: GeminiReply): string {
  return parts.map((part) => part.text ?? '').join('');
}

const CHINESE = [
  '當地傳媒報道，事件仍在跟進，有關方面會繼續公布最新情況',
  '受影響的人士表示，希望當局交代事件的來龍去脈，並盡快公開調查結果',
  '負責的機構回應說，正按既定程序處理，現階段不會評論個別個案',
  '觀察人士認為，往後數周的發展，將決定各方會否調整原有的安排',
  '附近居民形容情況並不常見，又說當局事前沒有發出任何通知',
  '有份處理事件的人員表示，目前最重要是確保安全，其後才會檢討應變程序',
  '外界關注日後會否再次出現同類情況，各方仍在等候進一步的說明',
];

/** No two headlines get the same words, as their own stand in them. */
function inChinese(title: string): string {
  return `最新消息：${title}`;
}

/** A tool's answer, without the fences in it. */
function jsonIn(response: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(unfenced(String(response['output'])));
}

/** The fenced JSON in a prompt that has a source pack. */
export function inputIn(text: string): WorkerInput {
  for (const [, inside = ''] of text.matchAll(/<material [0-9a-f]{16}:[^<>]*>\n?([\s\S]*?)\n?<\/material/g))
    if (inside.includes('"source_pack"')) return JSON.parse(inside) as WorkerInput;
  throw new Error('there is no source pack in the prompt');
}
