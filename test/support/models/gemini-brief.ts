/** A language model that writes and reviews briefs, as far as a loopback can be one: of each article its first sentence. */
import { unfenced } from '../../../src/llm/fence.ts';
import { clusterAnswer } from './gemini-cluster.ts';
import { promptOf } from './gemini-newsroom.ts';
import type { GeminiRequest } from './loopback-gemini.ts';
import { says } from './loopback-gemini-script.ts';
import type { GeminiReply } from './loopback-gemini-script.ts';

interface Input {
  readonly articles: readonly { readonly cite_as: string; readonly text: string; readonly title: string }[];
}

export function briefBrain(request: GeminiRequest): GeminiReply {
  const purpose = briefPurpose(request);
  if (purpose === undefined) return clusterAnswer(request) ?? says('Yes.');
  if (purpose === 'review')
    return handsIn({
      review_notes: 'Sound.',
      issues_found: [],
      revised_post_markdown: null,
      ready_for_publish: true,
    });
  const { articles } = inputOf(request);
  const lines = articles
    .slice(0, 4)
    .map(({ cite_as, text, title }) => `- ${firstSentence(text || title)} ${cite_as}`);
  return handsIn({ post_markdown: lines.join('\n'), sources_used: [], word_count: 0 });
}

/** What of a brief is asked for; undefined for a prompt that is about something else. */
export function briefPurpose(request: GeminiRequest): 'write' | 'again' | 'review' | undefined {
  const prompt = promptOf(request);
  if (prompt.startsWith('Write the brief.')) return 'write';
  if (prompt.startsWith('Review `draft`')) return 'review';
  return /^(?:You wrote the brief|Your draft was reviewed)/u.test(prompt) ? 'again' : undefined;
}

export function handsIn(value: object): GeminiReply {
  return { ...says(JSON.stringify(value)), usage: { promptTokenCount: 900, candidatesTokenCount: 200 } };
}

function inputOf(request: GeminiRequest): Input {
  const [, inside = '{}'] = /\n(\{\n[\s\S]*?\n\})\n/u.exec(unfenced(promptOf(request))) ?? [];
  return JSON.parse(inside) as Input;
}

function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?。！？](?=\s|$|[^\d])/u.exec(text)?.[0].trim() ?? text.split('\n')[0]!;
}
