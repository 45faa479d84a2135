/** A followed story: what the pool learns of it becomes one update in its own thread, told once. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Assignment } from '../../../src/newsroom/model/assignment.ts';
import type { Link, NewsEvent } from '../../../src/newsroom/model/event.ts';
import type { SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import { Follower } from '../../../src/newsroom/follow/follower.ts';
import { draftUpdate } from '../../../src/newsroom/plan/draft-update.ts';
import { sessionKey } from '../../../src/sessions/key.ts';
import type { Pass } from '../../../src/sessions/perform.ts';
import type { TurnEnd } from '../../../src/sessions/turn.ts';
import { NewsroomWorld, aSource, packFor } from '../newsroom-world.ts';

const DESK = sessionKey('discord', '100000000000000009');
/** The batch's message gets the id 1000; the story's title the next, and its thread the one after. */
const THREAD = sessionKey('discord', '1002');
const FIRST = 'run-1/story_01';

let world: NewsroomWorld;
let event: NewsEvent;
let developments: NewsEvent[];
let ended: string[];
beforeEach(async () => {
  world = new NewsroomWorld({ desk: DESK });
  ended = [];
  developments = [];
  await world.opened(DESK, { kind: 'channel', guildId: '77' });
  await world.order('run-1', 1);
  await written('run-1');
  await world.sendAll();
  event = (await world.events.event(1))!;
  world.clock.set(world.clock.now() + 3_600_000);
  await follows();
});
afterEach(() => world.close());

async function written(run: string): Promise<void> {
  const line = world.line();
  line.take(run);
  await line.idle();
  expect(world.failures).toEqual([]);
}

function follows(untilMs = world.clock.now() + 86_400_000) {
  const action = { story: FIRST, kind: 'follow', by: 'Ann', atMs: world.clock.now(), untilMs } as const;
  return world.actions.act(action, () => ({}));
}

function aLink(id: number, title: string, description: string): Link {
  const url = `https://fourth.test/more-${id}`;
  const now = world.clock.now();
  const seen = { foundBy: 'feed:fourth', firstSeenAtMs: now, lastSeenAtMs: now, eventId: 1 };
  return { id, url, key: url, domain: 'fourth.test', title, description, ...seen };
}

const collapse = () =>
  aLink(
    9,
    'Roof of the library partly collapses',
    'Two rooms are closed after 87 tiles fell, Larkmoor Borough said.',
  );

/** What the two outlets have on the roof. */
function roofPack(job: Assignment): SourcePack {
  const text =
    'Part of the roof of the old library in Larkmoor collapsed on Friday and 87 tiles fell into the street outside it. ' +
    'Larkmoor Borough closed two rooms and the staircase between them until engineers have looked at every beam. ' +
    'Nobody was inside the building when the tiles came down, according to the fire brigade of Penfold.';
  const [old] = packFor(job).sources;
  const fresh = aSource(1, job.story.primary_url, text);
  const told = aSource(
    2,
    job.story.supporting_urls[0]!,
    `${old!.text}\nThe old library of Larkmoor reopened on Thursday after 111 volunteers had repaired it over two winters.`,
  );
  return { builtAtMs: world.clock.now(), sources: [fresh, told] };
}

let turns = 0;
/** One turn of the job that follows. @param meanwhile what happens while its end is stored */
async function look(meanwhile = async () => {}): Promise<TurnEnd> {
  const runId = `update-${++turns}`;
  const follower = new Follower({
    stories: {
      ofThread: (thread) => world.stories.ofThread(thread),
      updatesOf: (story) => world.stories.updatesOf(story),
      runsOf: (desk, limit) => world.stories.runsOf(desk, limit),
      order: (run) => world.stories.order(run), // no turn is on the books here that could be marked
    },
    actions: world.actions,
    pool: {
      event: async () => event,
      openEvents: async () => [event, ...developments],
      postedEvents: async () => [],
      runs: async () => [],
    },
    refresh: async () => {},
    clock: world.clock,
    draft: ({ story, development: { event: found, links, news }, nowMs }) =>
      draftUpdate(
        { story, eventId: found.id, links, news, why: 'new' },
        {
          runId,
          desk: story.desk,
          edition: world.edition,
          nowMs,
          promptFor: () => ({ promptId: 'news_update_v1', validatorId: 'news_reporter_script_v1' }),
        },
      ),
    ordered: async () => {},
    ended: async (job) => void ended.push(job),
  });
  let end: TurnEnd | undefined;
  const turn = { id: runId, profile: 'story_follow', session: THREAD, run: { jobId: 'job-1' } };
  const pass = {
    started: { turn, fence: 1 },
    signal: new AbortController().signal,
    nextEffect: () => 1,
    kept: [],
    keep: () => {},
    settle: async (how: TurnEnd) => {
      end = how;
      await meanwhile();
      return 'closed';
    },
  };
  await follower.perform(pass as unknown as Pass);
  return end!;
}

const orders = async () => (await world.stories.runsOf(DESK, 10)).map(({ id }) => id);

it('ends quietly, and orders nothing, while nothing is new', async () => {
  expect((await look()).status).toBe('quiet');
  // Another outlet's words for the same: neither an amount nor a name that is new.
  event = {
    ...event,
    links: [...event.links, aLink(8, 'Library open again', 'It was repaired by 111 volunteers.')],
  };
  expect(await look()).toMatchObject({
    status: 'quiet',
    summary: expect.stringContaining('Nothing new') as string,
  });
  expect(await orders()).toEqual(['run-1']);
});

it('takes a name for new that was only told as a part of another word', async () => {
  const gift = aLink(8, 'Library open again', 'It was paid for by Lark, its architect said.');
  event = { ...event, links: [...event.links, gift] };
  expect((await look()).summary).toContain('Lark');
  expect(await orders()).toHaveLength(2);
});

it('tells what is new once, short, in the same thread, and the title leads to it', async () => {
  event = { ...event, links: [...event.links, collapse()] };
  expect(await look()).toMatchObject({ status: 'quiet', summary: expect.stringContaining('87') as string });
  const [run = ''] = await orders();
  world.pack = roofPack;
  await written(run);
  const sent = (await world.sendAll()).filter(({ key }) => key.startsWith('story:'));
  const [head, ...rest] = sent.map(({ spec }) => spec);
  expect(head).toMatchObject({ kind: 'post', channel: '1002' });
  const said = 'text' in head! ? head.text : '';
  expect(said).toMatch(
    /^\*\*Update 08:00: .+\*\*\nMore on: <https:\/\/discord\.com\/channels\/77\/100000000000000009\/1001>\n/,
  );
  expect(said).toContain('87 tiles');
  expect(said).not.toContain('111 volunteers had repaired');
  const edit = rest.at(-1)!;
  expect(edit).toMatchObject({ kind: 'edit', channel: '100000000000000009', message: '1001' });
  expect('text' in edit ? edit.text : '').toMatch(
    /Update 08:00: .+ <https:\/\/discord\.com\/channels\/77\/1002\/1001>$/,
  );
  expect(await world.stories.find(`${run}/story_01`)).toMatchObject({ updateOf: FIRST, thread: THREAD });
  expect(await world.stories.ofThread(THREAD)).toMatchObject({ id: FIRST });

  world.clock.set(world.clock.now() + 1_800_000);
  expect((await look()).summary).toContain('Nothing new');
  expect(await orders()).toHaveLength(2);
});

it('orders a development of its event, and not again while that is being written', async () => {
  developments = [{ ...event, id: 2, parentId: 1, links: [collapse()], title: 'The roof' }];
  expect((await look()).summary).toContain('a development: "The roof"');
  expect((await look()).summary).toContain('Nothing new');
  expect(await orders()).toHaveLength(2);
});

it('tells of two developments that come at once one after the other', async () => {
  const warden = aLink(10, 'A warden for the library', 'Ida Crane is to run it, Larkmoor Borough said.');
  const development = { ...event, parentId: 1 };
  developments = [
    { ...development, id: 2, links: [collapse()], title: 'The roof' },
    { ...development, id: 3, links: [warden], title: 'The warden' },
  ];
  expect((await look()).summary).toContain('a development: "The roof"');
  const [run = ''] = await orders();
  world.pack = roofPack;
  await written(run);
  await world.sendAll();
  expect(await world.stories.find(`${run}/story_01`)).toMatchObject({ updateOf: FIRST });

  world.clock.set(world.clock.now() + 1_800_000);
  expect((await look()).summary).toContain('a development: "The warden"');
  expect((await look()).summary).toContain('Nothing new');
  expect(await orders()).toHaveLength(3);
});

it('is over with its time, with its story, and when nobody follows it any more', async () => {
  event = { ...event, links: [...event.links, collapse()] };
  await follows(world.clock.now());
  expect((await look()).summary).toContain('has ended');
  await follows();
  const stop = { story: FIRST, by: 'Ann', atMs: world.clock.now() };
  await world.actions.act({ ...stop, kind: 'unfollow' }, () => ({}));
  expect((await look()).summary).toContain('has ended');
  await follows();
  await world.actions.act({ ...stop, kind: 'kill' }, () => ({}));
  expect((await look()).summary).toContain('has ended');
  expect(ended).toEqual(['job-1', 'job-1', 'job-1']);
  expect(await orders()).toEqual(['run-1']);
});

it('goes on when somebody follows it again just as it ends', async () => {
  await follows(world.clock.now());
  const end = await look(async () => void (await follows()));
  expect(end.summary).toContain('has ended');
  expect(ended).toEqual([]);
});
