/** A brief over articles that a test gives, by a model that it scripts, in time that it moves. */
import { makeBrief } from '../../src/brief/make-brief.ts';
import type { BriefDeps } from '../../src/brief/make-brief.ts';
import { Prompts } from '../../src/agent/prompts.ts';
import type { Doubt } from '../../src/brief/judge-draft.ts';
import type { BriefState } from '../../src/brief/state.ts';
import { NO_TRACING } from '../../src/feature/tracing.ts';
import type { Span } from '../../src/feature/tracing.ts';
import type { SearchAnswer } from '../../src/newsroom/intake/search/news-search.ts';
import type { FoundLink } from '../../src/newsroom/model/event.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { scriptedModel } from '../support/scripted-model.ts';

const prompts = Prompts.read(['prompts']);
const DAY_MS = 24 * 3_600_000;
export const NOW = Date.UTC(2026, 10, 23, 9);

export const FERRY: readonly FoundLink[] = [
  link(
    'herald.example',
    'Ferry hits pier at Marlow Point',
    'Nine people were hurt when a ferry struck the pier on Friday.',
    1,
  ),
  link(
    'courier.example',
    'Ferry firm suspends service',
    'Harrow Ferries suspended its service until Monday.',
    2,
  ),
  link('post.example', 'Inspectors board the ferry', 'Inspectors boarded the ferry on Saturday morning.', 3),
];

export function link(host: string, title: string, description: string, daysAgo: number): FoundLink {
  const url = `https://${host}/${title.toLowerCase().replace(/\W+/gu, '-')}`;
  return { url, title, description, publishedAtMs: NOW - daysAgo * DAY_MS, foundBy: 'test' };
}

/** Drafts and reviews as models hand them in. */
export const draft = (post_markdown: string) =>
  JSON.stringify({ post_markdown, sources_used: [], word_count: 0 });
export const review = (ready_for_publish: boolean, more: object = {}) =>
  JSON.stringify({
    review_notes: '',
    issues_found: [],
    revised_post_markdown: null,
    ready_for_publish,
    ...more,
  });

export const GOOD =
  'A ferry struck the pier on Friday and nine people were hurt. [1]\n\n- Harrow Ferries suspended its service. [2]';

interface Options {
  readonly links?: readonly FoundLink[];
  readonly search?: (text: string) => Promise<SearchAnswer>;
  readonly lines?: Parameters<typeof scriptedModel>;
  readonly doubts?: (post: string) => readonly Doubt[];
  readonly cited?: (post: string) => string;
  readonly topic?: string;
  readonly locale?: 'en' | 'zh';
  readonly clock?: FakeClock;
  readonly signal?: AbortSignal;
  readonly span?: Span;
}

export function aBrief(options: Options = {}) {
  const { links = FERRY, lines = [], topic = 'ferry', locale = 'en', clock = new FakeClock(NOW) } = options;
  const model = scriptedModel(...lines);
  const said: string[] = [];
  const states: BriefState[] = [];
  const logged: {
    readonly level: string;
    readonly fields: Record<string, unknown>;
    readonly message: string;
  }[] = [];
  const log = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields: fields as Record<string, unknown>, message });
  const searched: string[] = [];
  const deps: BriefDeps = {
    model,
    render: (id, values) => prompts.render(id, values),
    sources: {
      search: async (text) => {
        searched.push(text);
        return options.search ? options.search(text) : { kind: 'ok', links, more: false };
      },
      pool: {
        openEvents: async () => [],
        postedEvents: async () => [],
        article: async () => undefined,
        status: async () => ({ links: 0, pending: 0, openEvents: 0, postedEvents: 0, newestLinkAtMs: 1 }),
      },
      outletOf: () => undefined,
      fill: async () => {},
    },
    doubts: async (post) => options.doubts?.(post) ?? [],
    inScript: async (post) => post,
    cited: async (post) => options.cited?.(post) ?? post,
    title: 'Test desk',
    zone: 'Asia/Hong_Kong',
    clock,
    log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
  };
  const make = () =>
    makeBrief(deps, {
      topic,
      locale,
      turn: 'turn-1',
      generation: 0,
      about: { turn: 'turn-1' },
      signal: options.signal ?? new AbortController().signal,
      span: options.span ?? NO_TRACING,
      say: async (text) => void said.push(text),
      save: async (state) => void states.push(state),
    });
  return { make, model, said, states, logged, searched, clock };
}
