import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BatchPlan } from '../../../src/newsroom/model/batch-plan.ts';
import { storyEvents } from '../../../src/newsroom/coverage/event-marks.ts';
import { coveredStories } from '../../../src/newsroom/coverage/covered-stories.ts';
import type { Assignment } from '../../../src/newsroom/model/assignment.ts';
import type { SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import type { OpBody } from '../../../src/sessions/op.ts';
import { FERRY_CHINESE } from '../../llm/rules/ferry-articles.ts';
import { editorsIn } from '../editing/editors-world.ts';
import { DESK, NewsroomWorld, aSource, byDeskModel, ended, packFor } from '../newsroom-world.ts';

let world: NewsroomWorld;
beforeEach(() => void (world = new NewsroomWorld()));
afterEach(() => world.close());

const failing = async () => ({ status: 'failed' as const, summary: 'no', error: 'the model refused' });

describe('the line', () => {
  it('writes every story of a run, posts it in parts, and reports the run once', async () => {
    const plan = await world.order('run-1', 5);
    const line = world.line();
    line.take('run-1');
    line.take('run-1');
    await line.idle();

    expect(world.failures).toEqual([]);
    expect(await world.statuses(plan)).toEqual(Array(5).fill('SUCCESS'));
    expect((await world.opKeys()).filter((key) => key.startsWith('story:run-1/story_03/'))).toEqual([
      'story:run-1/story_03/title',
      'story:run-1/story_03/thread',
      'story:run-1/story_03/chunk_01',
      'story:run-1/story_03/links_01',
    ]);
    const titles = plan.stories.map(({ story }) => story.title);
    expect(world.reports.get('story:run-1/report')?.text).toBe(
      ['5 of 5 stories posted.', ...titles.map((title) => `Posted: "${title}"`)].join('\n'),
    );
    expect(await world.stories.openBatches()).toEqual([]);
    expect([...world.postings.keys()].sort()).toEqual([1, 2, 3, 4, 5]);
    const summary = JSON.parse(
      readFileSync(join(world.home, 'jobs/run-1/run_summary.json'), 'utf8'),
    ) as object;
    expect(summary).toMatchObject({ ok: true, summary: { run: 'run-1', total: 5, completed: 5, failed: 0 } });
    expect(world.logged('run-1', 'story_01')).toEqual([
      'job_seen',
      'sources_ready',
      'spawn_ok',
      'result_found',
      'validation_ok',
      'claims_checked',
      'discord_publish_progress',
      'event_recorded',
      'job_ended',
    ]);
  });

  it('keeps what a story stands on, and says that no language model wrote it', async () => {
    await world.order('run-1', 1);
    const line = world.line();
    line.take('run-1');
    await line.idle();
    const story = await world.stories.find('run-1/story_01');
    expect(story).toMatchObject({
      languageModel: false,
      desk: DESK,
      threadOp: 'story:run-1/story_01/thread',
    });
    expect(story?.pack.sources).toHaveLength(3);
  });

  it('lets one story fail without stopping the others, and says so where its editors are', async () => {
    const plan = await world.order('run-1', 3);
    world.work = (inbound) => (inbound.id.includes('story_02') ? failing() : byDeskModel(inbound));
    const line = world.line();
    line.take('run-1');
    await line.idle();

    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'FAILURE', 'SUCCESS']);
    const failed = (await world.jobs(plan))[1]!;
    expect(failed.result.errors.map(({ phase }) => phase)).toEqual(['write', 'rescue']);
    expect(failed.state).toMatchObject({
      reason: 'unknown',
      detail: 'the model refused',
      rescue_attempts: 1,
    });
    expect(world.released.get(2)).toBe('the model refused');
    expect(world.reports.get('story:run-1/report')?.text).toBe(
      '2 of 3 stories posted.\n' +
        'Posted: "Volunteers reopen the old library of Larkmoor"\n' +
        'Not posted: "Volunteers reopen the old harbour of Larkmoor": the model refused\n' +
        'Posted: "Volunteers reopen the old tunnel of Larkmoor"',
    );
    expect((await world.told()).text).toBe(world.reports.get('story:run-1/report')?.text);
  });

  it('rescues a story whose worker failed', async () => {
    const plan = await world.order('run-1', 1);
    const asked: string[] = [];
    world.work = (inbound) => {
      asked.push(`${inbound.profile} ${inbound.prompt?.variables['WORKER_ERROR_TYPE'] ?? ''}`);
      return inbound.profile === 'rescue' ? byDeskModel(inbound) : failing();
    };
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect(asked).toEqual(['reporter ', 'rescue unknown']);
    expect(await world.statuses(plan)).toEqual(['RESCUED']);
  });

  it('asks again for a turn that a crash cut off: that was no attempt', async () => {
    const plan = await world.order('run-1', 1);
    world.work = async (inbound) =>
      inbound.id.endsWith('/write') ? { status: 'interrupted', summary: 'cut off' } : byDeskModel(inbound);
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
    expect([...world.performed.keys()]).toEqual([
      'story:run-1/story_01/write',
      'story:run-1/story_01/write-101',
    ]);
  });

  it('skips a story without enough sources: nothing is posted, and its event is given back with the reason', async () => {
    const plan = await world.order('run-1', 2);
    world.pack = (job) => {
      const pack = packFor(job);
      if (job.story.story_id !== 'story_01') return pack;
      const sources = pack.sources.map((source) => ({
        ...source,
        usable: source.n === 1,
        error: 'http_404',
      }));
      return { ...pack, sources };
    };
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect((await world.jobs(plan))[0]!.state).toMatchObject({
      status: 'SKIPPED',
      reason: 'missing_sources',
    });
    expect((await world.opKeys()).filter((key) => key.includes('story_01'))).toEqual([]);
    expect(world.released.get(1)).toMatch(/^only 1 of 3 sources could be used, two are needed/);
    expect(world.performed.size).toBe(1);
  });

  it('posts a happening once, even when two runs write it at the same time', async () => {
    const plans = [await world.order('run-1', 1), await world.order('run-2', 1)];
    const line = world.line();
    line.take('run-1');
    line.take('run-2');
    await line.idle();
    const statuses = [...(await world.statuses(plans[0]!)), ...(await world.statuses(plans[1]!))];
    expect(statuses.sort()).toEqual(['SKIPPED', 'SUCCESS']);
    expect((await world.opKeys()).filter((key) => key.endsWith('/title'))).toHaveLength(1);
  });

  it('posts a page once a day, however much was posted since', async () => {
    await posted('run-1');
    const told = (await world.stories.find('run-1/story_01'))!;
    const pack = { builtAtMs: 1, sources: [] };
    const others = Array.from({ length: 205 }, (_, n) => ({
      ...told,
      ...{ id: `run-${n + 2}/story_01`, primaryUrl: `https://other.test/${n}`, title: `Other ${n}`, pack },
      publishedAtMs: world.clock.now() + 60_000,
    }));
    await Promise.all(others.map((other) => world.stories.publish(other, [])));
    world.clock.set(world.clock.now() + 120_000);
    const plan = await world.order('again', 1);
    await runAll('again');
    expect((await world.jobs(plan))[0]?.state).toMatchObject({ status: 'SKIPPED', reason: 'duplicate' });
  });

  it('tells a story whose channel is gone as a failure, and posts it on retry once the channel is back', async () => {
    const plan = await world.order('run-1', 1);
    const { line, desk } = editorsIn(world);
    const op = { key: 'remove:1', lane: DESK, spec: { kind: 'remove' as const, channel: { id: 'desk' } } };
    const deletion = {
      op: op.key,
      place: DESK,
      title: 'desk',
      by: 'Ann',
      locale: 'en',
      because: 'Ann',
    } as const;
    await world.placeRemoval.begin(deletion, op, world.clock.now());
    line.take('run-1');
    await line.idle();
    expect((await world.jobs(plan))[0]?.state).toMatchObject({
      status: 'FAILURE',
      reason: 'channel_gone',
      detail: 'its channel is gone',
    });
    expect(await world.stories.find('run-1/story_01')).toBeUndefined();
    expect((await world.opKeys()).filter((key) => key.endsWith('/title'))).toEqual([]);
    expect([...world.postings.keys()]).toEqual([]);
    expect(world.reports.get('story:run-1/report')?.text).toContain('0 of 1 story posted');
    await world.placeRemoval.restore(deletion);
    const { id } = await desk.retry('run-1/story_01', { by: 'Anna', atMs: world.clock.now() });
    await line.idle();
    expect((await desk.record(id))?.status.posted).toBeDefined();
    expect([...world.postings.keys()]).toEqual([1]);
  });

  it('does not take an event of a rebuilt pool for the one that had its number before', async () => {
    await world.order('run-1', 1);
    const first = world.line();
    first.take('run-1');
    await first.idle();
    const plan = await world.order('run-2', 1, (other) => {
      other.stories[0]!.story.primary_url = 'https://first.test/something-else';
      other.stories[0]!.story.title = 'Something else happens in Larkmoor';
      return other;
    });
    const event = async (id: number) => {
      const found = await world.events.event(id);
      const url = 'https://first.test/something-else';
      return found && { ...found, links: found.links.map((link) => ({ ...link, key: url })) };
    };
    const line = world.line({ events: { ...world.events, event } });
    line.take('run-2');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
  });

  it.each([
    ['another page of its event', null, 'https://second.test/story-1'],
    ['another page of its event, by a number of before', 77, 'https://second.test/story-1'],
    ['a page that it was written from', null, 'https://third.test/story-1'],
  ])('posts a happening once, though it is ordered again by %s', async (_, event_id, primary_url) => {
    await posted('run-1');
    const plan = await world.order('run-2', 1, (other) => {
      Object.assign(other.stories[0]!.story, { event_id, primary_url, title: 'Larkmoor has its books back' });
      return other;
    });
    await runAll('run-2', {
      events: withPages(['https://first.test/story-1', 'https://second.test/story-1']),
    });
    expect((await world.jobs(plan))[0]!.state).toMatchObject({ status: 'SKIPPED', reason: 'duplicate' });
  });

  it('marks the event of a page that was ordered without a number', async () => {
    await world.order('run-1', 1, (plan) => {
      plan.stories[0]!.story.event_id = null;
      return plan;
    });
    await runAll('run-1');
    expect(world.postings.get(1)).toMatchObject({ runId: 'run-1' });
  });

  it('is known to selection as it is to the line: posted, killed or under way', async () => {
    await posted('run-1');
    await world.order('run-2', 3, (plan) => {
      const [, killed, waits] = plan.stories;
      waits!.state.hold = { kind: 'approval' };
      return { ...plan, stories: [killed!, waits!] };
    });
    const act = { story: 'run-2/story_02', kind: 'kill', by: 'Ann', atMs: world.clock.now() } as const;
    const about = { url: 'https://first.test/story-2', titles: ['舊海港重開'] };
    await world.actions.act({ ...act, about }, () => ({}));
    await runAll('run-2');
    const told = await coveredStories(DESK, world, storyEvents(world.events));
    expect(told.map(({ kind, url }) => [kind, url])).toEqual([
      ['killed', 'https://first.test/story-2'],
      ['posted', 'https://first.test/story-1'],
      ['waiting', 'https://first.test/story-3'],
    ]);
    expect(told[0]).toMatchObject({ title: '舊海港重開', by: 'Ann' });
    world.clock.set(world.clock.now() + 25 * 3_600_000);
    expect((await coveredStories(DESK, world, storyEvents(world.events))).map(({ kind }) => kind)).toEqual([
      'killed',
      'waiting',
    ]);
  });

  it('writes again what was withdrawn when an editor orders it, and only then', async () => {
    await posted('run-1');
    await world.actions.act(
      {
        story: 'run-1/story_01',
        kind: 'kill',
        by: 'Ann',
        atMs: world.clock.now(),
        about: { url: 'https://first.test/story-1', eventId: 1, titles: ['拉克莫爾舊圖書館由義工重新開放'] },
      },
      () => ({}),
    );
    const again = await world.order('run-2', 1);
    const renamed = await world.order('run-3', 1, (plan) => {
      const elsewhere = { event_id: 2, primary_url: 'https://first.test/story-2' };
      Object.assign(plan.stories[0]!.story, { title: '拉克莫爾舊圖書館由義工重新開放', ...elsewhere });
      return plan;
    });
    const ordered = await world.order('run-4', 1, (plan) => {
      plan.stories[0]!.story.ordered_by = 'Ann';
      return plan;
    });
    await runAll('run-2');
    await runAll('run-3');
    await runAll('run-4');
    for (const plan of [again, renamed])
      expect((await world.jobs(plan))[0]!.state).toMatchObject({ reason: 'policy', detail: 'killed by Ann' });
    expect(await world.statuses(ordered)).toEqual(['SUCCESS']);
  });

  it.each([
    ['Volunteers reopen the old library of Larkmoor', 'en', 'SKIPPED'],
    ['Volunteers close the old library of Larkmoor', 'en', 'SUCCESS'],
    ['拉克莫爾舊圖書館由義工重新開放', 'zh-Hant-HK', 'SKIPPED'],
    ['拉克莫爾新圖書館由義工重新開放', 'zh-Hant-HK', 'SUCCESS'],
  ] as const)('knows what was posted by its title, too: "%s"', async (title, language, status) => {
    const posted =
      language === 'en' ? 'Volunteers reopen the old library of Larkmoor' : '拉克莫爾舊圖書館由義工重新開放';
    const titled = (to: string, event: number) => (plan: BatchPlan) => {
      const { story } = plan.stories[0]!;
      Object.assign(story, { title: to, event_id: event, primary_url: `https://first.test/story-${event}` });
      return plan;
    };
    const other = new NewsroomWorld({ edition: { language } });
    if (language !== 'en') other.pack = (job) => chinesePack(job);
    try {
      for (const run of ['run-1', 'run-2']) {
        const plan = await other.order(run, 1, run === 'run-1' ? titled(posted, 1) : titled(title, 2));
        const line = other.line();
        line.take(run);
        await line.idle();
        expect(await other.statuses(plan)).toEqual([run === 'run-1' ? 'SUCCESS' : status]);
      }
    } finally {
      other.close();
    }
  });

  it('posts a development under the title of its parent', async () => {
    await world.order('run-1', 1);
    const first = world.line();
    first.take('run-1');
    await first.idle();
    const plan = await world.order('run-2', 2, (other) => {
      const [parent, child] = other.stories;
      child!.story.title = parent!.story.title;
      return { ...other, stories: [child!] };
    });
    const event = async (id: number) => {
      const found = await world.events.event(id);
      return found && { ...found, parentId: id === 2 ? 1 : null };
    };
    const line = world.line({ events: { ...world.events, event } });
    line.take('run-2');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
  });

  it('sets a malformed job file aside and goes on with the rest', async () => {
    const plan = await world.order('run-1', 3);
    await world.files.ensure(plan);
    writeFileSync(join(world.home, 'jobs/run-1/story_02.json'), '{"schema_version": "story_job_v1"');
    writeFileSync(join(world.home, 'jobs/run-1/run.json'), '[]');
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await world.told()).text).toContain(
      'Not posted: "Volunteers reopen the old harbour of Larkmoor": its job file could not be read',
    );
    expect(world.reports.get('story:run-1/report')?.summary.summary).toMatchObject({ total: 3, failed: 1 });
    expect(readFileSync(join(world.home, 'jobs/run-1/story_02.json.reason'), 'utf8')).toMatch(/no JSON/);
    expect(world.logged('run-1', 'story_02')).toEqual(['job_jailed']);
  });

  it('goes on with files that were damaged while the desk was down', async () => {
    const plan = await world.order('run-1', 3);
    // The first desk dies while its workers write.
    let writing = 0;
    world.work = () => new Promise(() => (writing += 1));
    const first = world.line();
    first.take('run-1');
    await until(() => writing === 3);
    const folder = join(world.home, 'jobs/run-1');
    writeFileSync(join(folder, 'run.json'), Buffer.alloc(300));
    writeFileSync(join(folder, 'story_01.sources.json'), '{"sources": [{"n": 1');
    writeFileSync(join(folder, 'story_02.json'), '');
    writeFileSync(join(folder, 'story_03.sources.json'), '{"sources": [null, 7]}');

    world.work = byDeskModel;
    const next = world.line();
    await next.resume();
    await next.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await world.told()).text).toContain(
      'Not posted: "Volunteers reopen the old harbour of Larkmoor": its job file could not be read',
    );
    expect(readFileSync(join(folder, 'story_02.json.reason'), 'utf8')).toMatch(/no JSON/);
    expect(readFileSync(join(folder, 'run.json.reason'), 'utf8')).toMatch(/no JSON/);
    expect(world.reports.get('story:run-1/report')?.summary.summary).toMatchObject({
      total: 3,
      completed: 2,
      failed: 1,
    });
    expect(await world.stories.openBatches()).toEqual([]);
  });

  it('stops a run at its first failure only where the run says so', async () => {
    const plan = await world.order('run-1', 3, (order) => {
      order.run.runner.stop_run_on_failure = true;
      order.run.runner.concurrency = 1;
      return order;
    });
    world.work = failing;
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['FAILURE', 'SKIPPED', 'SKIPPED']);
  });

  it('stops a run at the failure of a story that says so', async () => {
    const plan = await world.order('run-1', 4, (order) => {
      order.run.runner.concurrency = 1;
      order.stories[1]!.validation.stop_run_on_failure = true;
      return order;
    });
    world.work = failing;
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['FAILURE', 'FAILURE', 'SKIPPED', 'SKIPPED']);
  });

  it('starts stories apart and at most so many at once, and logs that it waits', async () => {
    const plan = await world.order('run-1', 3, (order) => {
      Object.assign(order.run.runner, { concurrency: 2, stagger_seconds: 60 });
      return order;
    });
    const release: (() => void)[] = [];
    world.work = async (inbound) => {
      await new Promise<void>((resolve) => release.push(resolve));
      return byDeskModel(inbound);
    };
    const line = world.line();
    line.take('run-1');
    await until(() => release.length === 1);
    await world.clock.advance(59_000);
    expect(release).toHaveLength(1);
    await world.clock.advance(1_000);
    await inTime(() => release.length === 2);
    await world.clock.advance(120_000);
    expect(release).toHaveLength(2);
    await inTime(() => world.logged('run-1', 'story_01').includes('monitor_poll'));
    for (let n = 0; n < 3; n++) {
      await inTime(() => release.length > n);
      release[n]!();
    }
    await world.finish(line);
    expect(await world.statuses(plan)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect(world.clock.waiters).toBe(0);
  });

  it('logs that it waits for a worker every so many seconds as the job says, no more and no less', async () => {
    const plan = await world.order('run-1', 1, (order) => {
      order.stories[0]!.monitor.poll_seconds = 7;
      return order;
    });
    let write = () => {};
    world.work = async (inbound) => {
      await new Promise<void>((resolve) => (write = resolve));
      return byDeskModel(inbound);
    };
    const polls = () => world.logged('run-1', 'story_01').filter((event) => event === 'monitor_poll').length;
    const line = world.line();
    line.take('run-1');
    await until(() => world.performed.size === 1);
    // The message of the batch has said that it is being written.
    await world.clock.advance(2_000);
    const waits = world.clock.waiters;
    for (let n = 1; n <= 3; n++) {
      // The next wait begins when the line of the last one is on disk.
      await until(() => world.clock.waiters === waits);
      await world.clock.advance(n === 1 ? 4_999 : 6_999);
      expect(polls()).toBe(n - 1);
      await world.clock.advance(1);
      await until(() => polls() === n);
    }
    write();
    await world.finish(line);
    expect(polls()).toBe(3);
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
  });

  it('tells each ending that posts nothing: its status and reason, in the log, the summary and to editors', async () => {
    const plan = await world.order('run-1', 5, (order) => {
      order.stories[4]!.recover.enabled = false;
      Object.assign(order.run.runner, { concurrency: 1, stagger_seconds: 0 });
      return order;
    });
    world.work = async (inbound) => {
      if (inbound.id.includes('story_01'))
        return { status: 'timed_out', summary: 'too late', error: 'it took longer than 900 s' };
      if (inbound.id.includes('story_02'))
        return ended({ status: 'FAILURE', error_type: 'paywall', error_message: 'all behind a paywall' });
      if (inbound.id.includes('story_03'))
        return ended({ status: 'SUCCESS', title: 'Short', draft: { body: 'No.' } });
      if (inbound.id.includes('story_04')) return ended({ status: 'FAILURE', error_type: 'made_up' });
      throw new Error('the database is gone');
    };
    const line = world.line({ commands: () => new Set(['story retry']) });
    line.take('run-1');
    await line.idle();

    const endings = [
      ['timeout', 'it took longer than 900 s', 2],
      ['paywall', 'all behind a paywall', 2],
      ['validation_failed', expect.stringContaining('did not pass the checks: its length is 1, not '), 2],
      ['unknown', 'The story could not be written.', 2],
      ['unknown', 'the database is gone', 1], // rescues were off
    ] as const;
    const jobs = await world.jobs(plan);
    expect(jobs.map(({ state, result }) => [state.reason, state.detail, result.errors.length])).toEqual(
      endings,
    );
    const { detail } = world.reports.get('story:run-1/report')!.summary;
    const sent = await world.sendAll();
    const last = sent.at(-1) as { spec: OpBody } | undefined;
    for (const [at, { story, state, result }] of jobs.entries()) {
      expect([state.status, result.final_status]).toEqual(['FAILURE', 'FAILURE']);
      expect(detail.stories[at]).toMatchObject({
        status: 'FAILURE',
        reason: state.reason,
        detail: state.detail,
      });
      expect(world.logged('run-1', story.story_id).at(-1)).toBe('job_ended');
      expect(last?.spec.text).toContain(`Not posted: "${story.title}": ${state.detail!.slice(0, 60)}`);
      expect(last?.spec.buttons?.[at]).toMatchObject({
        label: `Retry: ${story.title}`,
        command: 'story retry',
        options: { story: `run-1/${story.story_id}` },
      });
      expect(world.released.get(at + 1)).toBe(state.detail);
    }
    expect(sent.map(({ key, spec }) => [key, spec.kind])).toEqual([
      ['batch:run-1/live', 'post'],
      ['batch:run-1/live_02', 'edit'],
    ]);
  });

  it('leaves a story on hold, and its run open', async () => {
    const plan = await world.order('run-1', 2, (order) => {
      order.stories[0]!.state.hold = { kind: 'approval' };
      return order;
    });
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect(await world.statuses(plan)).toEqual(['DISPATCHED', 'SUCCESS']);
    expect((await world.jobs(plan))[0]!.state).toMatchObject({ hold: { kind: 'approval' } });
    expect(await world.stories.openBatches()).toHaveLength(1);
    expect((await world.opKeys()).filter((key) => key.includes('story_01'))).toEqual([
      'story:run-1/story_01/preview',
      'story:run-1/story_01/preview_01',
      'story:run-1/story_01/preview_02',
    ]);
    expect([...world.reports.keys()]).toEqual(['story:run-1/waiting']);
  });

  it('leaves out news that waited for two days', async () => {
    const plan = await world.order('run-1', 1);
    world.clock.set(world.clock.now() + 49 * 3_600_000);
    const line = world.line();
    await line.resume();
    await line.idle();
    const detail = 'it waited for more than 48 hours';
    expect((await world.jobs(plan))[0]!.state).toMatchObject({ status: 'SKIPPED', reason: 'policy', detail });
    expect(world.released.get(1)).toBe(detail);
    expect(await world.opKeys()).toEqual(['batch:run-1/live', 'batch:run-1/live_02']);
    expect(world.reports.get('story:run-1/report')?.text).toContain(detail);
    expect(world.logged('run-1', 'story_01')).toEqual(['job_seen', 'job_ended']);
  });

  it('marks a post that could not be marked in the pool at the next start', async () => {
    await world.order('run-1', 1);
    const broken = { ...world.events, markPosted: () => Promise.reject(new Error('the pool is locked')) };
    const line = world.line({ events: broken });
    line.take('run-1');
    await line.idle();
    expect(world.postings.size).toBe(0);
    expect(world.failures).toEqual(['telling the pool of event 1: Error: the pool is locked']);
    await world.line().resume();
    expect(world.postings.get(1)).toMatchObject({ runId: 'run-1' });
  });

  it('never says that a story failed which was posted', async () => {
    const plan = await world.order('run-1', 1);
    const save = async (job: Parameters<typeof world.files.save>[0]) => {
      if (job.state.status === 'SUCCESS') throw new Error('the disk is full');
      await world.files.save(job);
    };
    const files = new Proxy(world.files, {
      get: (target, name) => (name === 'save' ? save : bound(target, name)),
    });
    const line = world.line({ files });
    line.take('run-1');
    await line.idle();
    expect((await world.told()).text).not.toContain('Not posted');
    expect(await world.statuses(plan)).toEqual(['DISPATCHED']);
    const next = world.line();
    await next.resume();
    await next.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
  });
});

async function runAll(run: string, change: Parameters<typeof world.line>[0] = {}): Promise<void> {
  const line = world.line(change);
  line.take(run);
  await line.idle();
}

async function posted(run: string): Promise<void> {
  await world.order(run, 1);
  await runAll(run);
}

/** A pool whose event 1 has these pages, and that has no other. */
function withPages(urls: readonly string[]): typeof world.events {
  const event = async (id: number) => {
    const found = id === 1 ? await world.events.event(1) : undefined;
    const [link] = found?.links ?? [];
    return found && link && { ...found, links: urls.map((url) => ({ ...link, url, key: url })) };
  };
  const eventOf = async (url: string) => (urls.includes(url) ? event(1) : undefined);
  return { ...world.events, event, eventOf };
}

/** Files are written meanwhile: wait in real time. */
const until = (true_: () => boolean) =>
  vi.waitFor(() => expect(true_()).toBe(true), { timeout: 300_000, interval: 5 });

/** The same for what waits for a time: it may have begun to wait after the clock was moved. */
async function inTime(true_: () => boolean): Promise<void> {
  for (let moved = 0; moved < 10; moved++) {
    const isTrue = await vi
      .waitFor(() => expect(true_()).toBe(true), { timeout: 3_000, interval: 5 })
      .then(
        () => true,
        () => false,
      );
    if (isTrue) return;
    await world.clock.advance(30_000);
  }
  await until(true_);
}

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
}

/** Chinese pages that are long enough to quote. */
function chinesePack({ story }: Assignment): SourcePack {
  const sources = FERRY_CHINESE.map(({ paragraphs, title }, at) => {
    const url = at === 0 ? story.primary_url : story.supporting_urls[at - 1]!;
    return aSource(at + 1, url, paragraphs.join('\n'), { title, language: 'zh' });
  });
  return { builtAtMs: 1, sources };
}
