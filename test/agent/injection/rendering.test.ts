import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../src/agent/messages.ts';
import { Prompts } from '../../../src/agent/prompts.ts';
import { fencedResult } from '../../../src/agent/tool-result.ts';
import { jobTools } from '../../../src/desk/job-tools.ts';
import { noteTools } from '../../../src/desk/note-tools.ts';
import { sayStory } from '../../../src/newsroom/ask/say-story.ts';
import { storyTools } from '../../../src/newsroom/ask/story-tools.ts';
import { plannerTools } from '../../../src/newsroom/plan/planner-tools.ts';
import { workerInbound } from '../../../src/newsroom/write/worker-task.ts';
import type { Entry } from '../../../src/sessions/entry.ts';
import { parseSessionKey } from '../../../src/sessions/key.ts';
import { anEdition } from '../../newsroom/an-edition.ts';
import { aCandidate, aPlan, aSource, packFor } from '../../newsroom/newsroom-world.ts';
import { outsideOf } from './obedient-model.ts';
import { POISONS } from './poisons.ts';

const prompts = Prompts.read([fileURLToPath(new URL('../../../prompts', import.meta.url))]);
const job = aPlan('run-1', 1, Date.UTC(2026, 10, 20, 7)).stories[0]!;

/** Which fields the house's own tools call outside. */
const outsideFields = new Map(
  [storyTools, plannerTools, jobTools, noteTools]
    .flatMap((tools) => tools({} as never))
    .map(({ name, outside = [] }) => [name, outside]),
);
const result = (tool: string, value: object) =>
  fencedResult(JSON.stringify(value), outsideFields.get(tool) ?? []);
const entry = (change: Partial<Entry>): string =>
  messageOf(
    { v: 1, id: 'x:0', ts: 1, role: 'user', content: 'is it?', ...change },
    (tool) => outsideFields.get(tool) ?? [],
  ).text;

const story = (text: string) => ({
  id: 'run-1/story_01',
  runId: 'run-1',
  category: 'Global News',
  title: text,
  primaryUrl: 'https://first.test/1',
  body: `${text} [1]`,
  languageModel: true,
  desk: parseSessionKey('console:desk'),
  place: parseSessionKey('console:desk'),
  flags: [],
  why: text,
  threadOp: 'op',
  pack: { builtAtMs: 0, sources: [aSource(1, 'https://first.test/1', text, { title: text, outlet: text })] },
  publishedAtMs: 0,
});
const worker = (phase: 'write' | 'rescue', text: string) =>
  workerInbound(
    {
      phase,
      n: 1,
      job: { ...job, story: { ...job.story, title: text, concrete_anchor: text } },
      pack: {
        builtAtMs: 0,
        sources: [...packFor(job).sources, aSource(4, 'https://fourth.test/a', text, { title: text })],
      },
      edition: anEdition(),
      before: { error: { phase: 'write', error_type: 'unknown', error_message: text }, draft: text },
    },
    (id, values) => prompts.render(id, values),
  ).prompt!.text;
const setting = {
  DESK_TITLE: 'Nightdesk',
  LANGUAGE: 'English',
  NOW: 'now',
  CHANNEL: '1',
  NOTES: 'none',
  STORY: 'none',
  JOB_NAME: 'Heartbeat',
  MESSAGE: 'x',
  SLOT_TIME: 'now',
};

/** Every way by which text from outside comes before a model. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  "an article in a reporter's task": (text) => worker('write', text),
  'a draft and an error in a rescue': (text) => worker('rescue', text),
  'the story of a thread': (text) =>
    prompts.render('desk.system', { ...setting, STORY: sayStory(story(text), { zone: 'Europe/London' }) })
      .text,
  'an event in a heartbeat': (text) => prompts.render('heartbeat', { ...setting, EVENTS: `- ${text}` }).text,
  'a conversation that is summed up': (text) =>
    prompts.render('compaction_v1', { ...setting, CONVERSATION: `[07:00] the desk posted: ${text}` }).text,
  'a passage that was looked up': (text) =>
    result('look_up', {
      scope: 'story',
      story: { title: text },
      passages: [{ n: 1, quote: text, title: text, outlet: text }],
    }),
  'a posted story in a list': (text) => result('stories', { stories: [{ title: text, category: text }] }),
  'a title and a description from a feed': (text) =>
    result('inputs', {
      kind: 'daily',
      candidates: [aCandidate(1, { title: text, description: text })],
      leftOut: [{ title: text }],
    }),
  'a job and why its run failed': (text) => result('jobs', { jobs: [{ name: text, lastError: text }] }),
  'what a job does': (text) => result('cron', { job: { name: text, message: text } }),
  'a note in a list': (text) => result('notes', { notes: [{ text }] }),
  'a title among recent posts': (text) => result('recent_posts', { stories: [{ title: text }] }),
  'the receipt of a run': (text) =>
    result('write_run', { status: 'ok', stories: [{ title: text }], dropped: [{ i: 1, why: text }] }),
  'a quoted message': (text) => entry({ meta: { replyTo: { id: '1', author: 'Ann', text } } }),
  'the name of whom a message answers': (text) => entry({ meta: { replyTo: { id: '1', author: text } } }),
  'a summary of what was said before': (text) =>
    entry({ role: 'system', content: text, meta: { kind: 'summary', covers: 'x:0' } }),
  'talk that was overheard': (text) => entry({ content: text, meta: { kind: 'observed' } }),
  'the name of a file': (text) => entry({ meta: { attachments: [{ name: text, type: 'text/plain' }] } }),
  'a story in the history': (text) => entry({ role: 'assistant', content: text, meta: { kind: 'story' } }),
  'a newsletter or a brief in the history': (text) =>
    entry({ role: 'assistant', content: text, meta: { ofPages: true } }),
  'why there is no brief': (text) => entry({ role: 'system', content: text, meta: { ofPages: true } }),
  'a report in the history': (text) => entry({ role: 'system', content: text, meta: { kind: 'report' } }),
  "a tool's result in the history": (text) =>
    entry({
      role: 'tool',
      content: JSON.stringify({ passages: [{ quote: text }] }),
      meta: { toolCallId: '1', toolName: 'look_up' },
    }),
};

describe.each(Object.entries(WAYS))('poison in %s', (_, render) => {
  it.each(POISONS)('$code stands inside a fence, where it can be seen', ({ code, text }) => {
    const read = render(text);
    expect(read).toContain(code);
    expect(outsideOf(read)).not.toContain(code);
    expect(outsideOf(read)).not.toMatch(/<\/?material [0-9a-f]{16}/);
    expect(read).not.toMatch(/[\u{E0000}-\u{E007F}\u200B\u202A-\u202E\u2066-\u2069]/u);
  });
});

it('has poison enough', () => {
  expect(POISONS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(POISONS.map(({ text }) => text)).size).toBe(POISONS.length);
  expect(outsideOf(POISONS.map(({ text }) => text).join('\n'))).toContain('QX-01');
});
