import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/sessions/entry.ts';
import type { SessionInfo } from '../../src/sessions/session-index.ts';
import { found, startDesk } from '../support/desk-process.ts';
import { opsIn, storiesIn } from '../support/home-at-rest.ts';
import { pictureFaults } from '../support/picture-faults.ts';
import { tempHome } from '../support/temp-home.ts';

type Desk = Awaited<ReturnType<typeof startDesk>>;

const history = async (desk: Desk, key: string, limit = 200) =>
  (await desk.rpc<{ entries: Entry[] }>('sessions.history', { key, limit })).entries;

const threads = async (desk: Desk) =>
  (await desk.rpc<{ sessions: SessionInfo[] }>('sessions.list')).sessions.filter(
    ({ origin }) => origin.parent === 'console:desk',
  );

/** Say something, and wait for the answer. */
async function ask(desk: Desk, sessionKey: string, text: string, clientId: string): Promise<string> {
  const { turnId } = await desk.rpc<{ turnId: string }>('chat.send', {
    sessionKey,
    text,
    clientId,
    author: { name: 'Ann' },
  });
  const answer = await found(async () =>
    (await history(desk, sessionKey)).find(({ meta }) => meta?.turn === turnId && meta.kind === 'closure'),
  );
  return answer.content;
}

/** The stories whose every message was sent, by their threads. */
async function postedStories(desk: Desk, atLeast: number) {
  return found(async () => {
    const sessions = await threads(desk);
    if (sessions.length < atLeast) return undefined;
    const stories = await Promise.all(
      sessions.map(async ({ key, title }) => ({ key, title, entries: await history(desk, key) })),
    );
    return stories.every(({ entries }) => entries.some(({ content }) => content.includes('Read more')))
      ? stories
      : undefined;
  });
}

/** The pictures of all messages, with the story that each belongs to. A shared home's paths begin at the home. */
async function filesShown(home: string): Promise<{ story: string; path: string }[]> {
  return (await opsIn(home)).flatMap(({ key, spec }) => {
    const files = 'files' in spec ? (spec.files ?? []) : [];
    const [, story = ''] = /^story:(.+\/story_\d+)\//.exec(key) ?? [];
    return files.map(({ path }) => ({ story, path: resolve(home, path) }));
  });
}

describe('a fresh desk with no key and no network', () => {
  it('posts stories into threads, answers from their sources, and remembers what editors say', async () => {
    const home = tempHome();
    let desk = await startDesk(home);
    const stories = await postedStories(desk, 5);
    expect(stories).toHaveLength(5);
    expect(new Set(stories.map(({ title }) => title)).size).toBe(5);

    // Each thread reads as a story with numbered sources, and says how it was written.
    for (const { entries } of stories) {
      const text = entries.map(({ content }) => content).join('\n');
      expect(text).toMatch(/\[1\]/);
      expect(text).toMatch(/https?:\/\//);
      expect(text).toMatch(/without a language model/i);
    }

    // Each story shows its own picture once, and there is something to be seen on it.
    const shown = await filesShown(home);
    expect(shown.map(({ story }) => story).sort()).toEqual((await storiesIn(home)).map(({ id }) => id));
    for (const { path } of shown) expect(await pictureFaults(path)).toEqual([]);

    // A question in a story's thread is answered with a quote and a link from that story's sources.
    const story = stories[0]!;
    const body = story.entries.map(({ content }) => content).join('\n');
    const sentence = /^(.{40,400}?)\s*\[(\d+)\]/m.exec(body);
    const number = /\d[\d,.]*\d|\d/.exec(sentence?.[1] ?? '')?.[0];
    const question = number ? `Where does the ${number} come from?` : `What happened in "${story.title}"?`;
    const answer = await ask(desk, story.key, question, 'q1');
    expect(answer).toMatch(/^>/m);
    expect(answer).toMatch(/https?:\/\/[a-z-]+\.localhost/);
    const missing = await ask(desk, story.key, 'Where does the 93.7% come from?', 'q2');
    expect(missing).toMatch(/sources.*(don't|do not) say/i);

    // What an editor says binds the next scheduled run, which says why.
    const remembered = await ask(desk, 'console:desk', 'no more crypto today', 'n1');
    expect(remembered).toMatch(/crypto/i);
    const { jobs } = await desk.rpc<{ jobs: { id: string; payload: { profile: string } }[] }>('cron.list');
    const planner = jobs.find(({ payload }) => payload.profile === 'planner_daily')!;
    // One slot soon, and no third one however long the second run takes.
    await desk.rpc('cron.update', {
      id: planner.id,
      patch: { schedule: { kind: 'every', everyMs: 3_600_000, anchorMs: Date.now() + 10_000 } },
    });
    const runs = await found(async () => {
      const { entries } = await desk.rpc<{ entries: { status: string; summary: string; trigger: string }[] }>(
        'cron.runs',
        { id: planner.id },
      );
      const done = entries.filter(({ status }) => status === 'ok');
      return done.length >= 2 ? done : undefined;
    });
    expect(runs[0]!.trigger).toBe('schedule');
    expect(runs[0]!.summary).toMatch(/crypto/i);
    expect(runs[0]!.summary).toContain('no more crypto today');
    const second = await found(async () => {
      const { stories } = await desk.rpc<{ stories: { runId: string; category: string; title: string }[] }>(
        'newsroom.status',
      );
      return new Set(stories.map(({ runId }) => runId)).size >= 2 ? stories : undefined;
    });
    const firstRun = second.at(-1)!.runId; // the newest come first
    expect(second.filter(({ runId }) => runId !== firstRun).map(({ category }) => category)).not.toContain(
      'Crypto',
    );

    // The desk channel's transcript: trigger, answer, discussion, trigger, in order.
    const said = await history(desk, 'console:desk');
    const kinds = said.flatMap((entry) => {
      if (entry._cron_turn) return ['trigger'];
      if (entry.meta?.kind === 'closure') return [entry.cron_job_id ? 'run ends' : 'answer'];
      return entry.role === 'user' ? [entry.content] : [];
    });
    const at = (what: string, from = 0) => kinds.indexOf(what, from);
    expect(kinds[0]).toBe('trigger');
    expect(at('run ends')).toBeGreaterThan(0);
    expect(at('no more crypto today')).toBeGreaterThan(at('run ends'));
    expect(at('answer')).toBeGreaterThan(at('no more crypto today'));
    expect(at('trigger', 1)).toBeGreaterThan(at('answer'));

    // SIGTERM drains, in the middle of the second run; a restart goes on where it stopped and posts nothing twice.
    const before = await history(desk, 'console:desk');
    expect((await desk.stop()).code).toBe(0);
    desk = await startDesk(home);
    const all = await postedStories(desk, 10);
    expect(new Set(all.map(({ title }) => title)).size).toBe(10);
    const after = await found(async () => {
      const entries = await history(desk, 'console:desk');
      return entries.filter(({ meta }) => meta?.kind === 'report').length === 2 ? entries : undefined;
    });
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
    expect(after.filter(({ meta }) => meta?.thread !== undefined)).toHaveLength(10);
    expect((await desk.stop()).code).toBe(0);
  });
});
