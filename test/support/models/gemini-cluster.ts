/** What a language model makes of links and events, as far as a loopback can be one: it takes the rule's word for it. */
import type { ClusterMaterial, ModelDecision } from '../../../src/llm/cluster-shapes.ts';
import { unfenced } from '../../../src/llm/fence.ts';
import type { GeminiRequest } from './loopback-gemini.ts';
import { says } from './loopback-gemini-script.ts';
import type { GeminiReply } from './loopback-gemini-script.ts';

/** From here on the rule would join. */
const JOINS = 0.4;

/** What was asked about links, events or headlines; undefined where it was something else. */
export function clusterQuestion({ body }: GeminiRequest): ClusterQuestion | undefined {
  const texts = body?.contents.flatMap(({ parts }) => parts.map(({ text = '' }) => text)) ?? [];
  if (texts.length !== 1) return undefined;
  try {
    const asked = JSON.parse(unfenced(texts[0]!)) as ClusterQuestion;
    return 'links' in asked || 'events' in asked || 'texts' in asked ? asked : undefined;
  } catch {
    return undefined;
  }
}

export type ClusterQuestion = Partial<ClusterMaterial> & {
  readonly events?: readonly { readonly event_id: number; readonly title: string }[];
  readonly texts?: readonly { readonly text_id: number; readonly text: string }[];
};

/** Undefined where the request isn't about links, events or headlines. */
export function clusterAnswer(request: GeminiRequest): GeminiReply | undefined {
  const asked = clusterQuestion(request);
  if (asked?.links) return says(JSON.stringify({ decisions: asked.links.map(decisionOn) }));
  if (asked?.events) return says(JSON.stringify({ groups: [] }));
  if (asked?.texts)
    return says(
      JSON.stringify({ translations: asked.texts.map(({ text_id, text }) => ({ text_id, english: text })) }),
    );
  return undefined;
}

export function decisionOn({ link_id, candidates }: ClusterMaterial['links'][number]): ModelDecision {
  const [best] = candidates;
  return best !== undefined && best.score >= JOINS
    ? { link_id, action: 'assign', event_id: best.event_id, confidence: 0.95, basis: 'as the rule says' }
    : { link_id, action: 'new_event', confidence: 0.9, basis: 'as the rule says' };
}
