/** Requests as a turn makes them, for asking the desk model in tests. */
import type { ChatMessage, ModelRequest, Task } from '../../../src/llm/chat-model.ts';
import type { Article } from './ferry-articles.ts';

export function deskRequest(task: Task, over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    task,
    system: '',
    messages: [],
    tools: [],
    limits: { maxOutputTokens: 1000 },
    signal: new AbortController().signal,
    ...over,
  };
}

export function offering(...names: string[]): ModelRequest['tools'] {
  return names.map((name) => ({ name, description: name, parameters: { type: 'object' } }));
}

export const CHAT_TOOLS = offering('look_up', 'remember', 'forget', 'notes', 'jobs', 'stories');

export function user(text: string): ChatMessage {
  return { role: 'user', text };
}

export function toolResult(name: string, value: unknown): ChatMessage {
  return { role: 'tool', callId: 'c1', name, text: JSON.stringify(value) };
}

/** Every paragraph as a passage, as a generous search would return them. */
export function lookUp(articles: readonly Article[], title = articles[0]?.title ?? '') {
  return {
    scope: 'story',
    story: { title, thread: '1' },
    passages: articles.flatMap((article, at) =>
      article.paragraphs.map((quote, place) => ({
        n: at + 1,
        outlet: article.outlet,
        url: article.url,
        title: article.title,
        quote,
        before: article.paragraphs[place - 1],
        after: article.paragraphs[place + 1],
        score: 1 / (place + 1),
      })),
    ),
  };
}

/** The material for writing a story from these articles; the first is the primary. */
export function storyMaterial(articles: readonly Article[], anchor: string | null = null) {
  const chinese = articles[0]?.language === 'zh';
  return {
    story: {
      story_id: 'story_01',
      title: articles[0]?.title ?? '',
      category: 'Global News',
      primary_url: articles[0]?.url ?? '',
      concrete_anchor: anchor,
      flags: [],
    },
    language: chinese ? 'zh-Hant-HK' : 'en',
    sources: articles.map((article, at) => ({
      n: at + 1,
      url: article.url,
      domain: new URL(article.url).hostname,
      outlet: article.outlet,
      title: article.title,
      language: article.language,
      text: article.paragraphs.join('\n'),
      usable: true,
    })),
    lengths: chinese ? { unit: 'cjk', min: 150, max: 1200 } : { unit: 'words', min: 80, max: 400 },
  };
}
