import { describe, expect, it, onTestFinished } from 'vitest';
import { decideComplete } from '../../src/newsletter/decide-workflow.ts';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import type { StepName } from '../../src/newsletter/model/steps.ts';
import { SEND_TASK, STEP_TASK, nextTasks } from '../../src/newsletter/next-tasks.ts';
import { tempHome } from '../support/temp-home.ts';
import { settle } from '../support/fake-clock.ts';
import { ANN, newsletterStage, untilCutOff } from './newsletter-stage.ts';
import type { NewsletterStage, StageOptions } from './newsletter-stage.ts';

const SESSION = 'newsletter_20261120';

function stage(options: StageOptions = {}): NewsletterStage {
  const opened = newsletterStage(options);
  onTestFinished(opened.close);
  return opened;
}

/** What waits or runs, by key. */
async function keys({ stores, clock }: NewsletterStage): Promise<string[]> {
  const request = { names: [STEP_TASK, SEND_TASK], busy: [], nowMs: clock.now(), limit: 100 };
  return (await stores.tasks.due(request)).map(({ key }) => key.slice(`newsletter:${SESSION}/`.length));
}

/** Cut off in this step: the desk has gone. */
async function cutOffIn(step: StepName, home: string, during: StageOptions['during'] = async () => {}) {
  const cut = newsletterStage({
    home,
    during: async (name, context) => {
      await during(name, context);
      if (name === step) await untilCutOff(context.signal);
    },
  });
  await cut.service.run({ session: SESSION, by: ANN });
  await expect.poll(async () => (await cut.book.find(SESSION))?.checkpoints[step]?.status).toBe('started');
  const left = await keys(cut);
  await cut.close();
  return left;
}

describe('the steps of a newsletter', () => {
  it('are one durable task each, in the newsletter’s queue, and the sending is the last', async () => {
    const seen: string[][] = [];
    const opened = stage({
      during: async () => void seen.push(await keys(opened)),
      mail: async () => {
        seen.push(await keys(opened));
        return undefined;
      },
    });
    await opened.run({ session: SESSION });
    await opened.queue.idle();
    expect(seen).toEqual([...STEPS.map((step) => [step]), ['send']]);
    expect(await keys(opened)).toEqual([]);
    expect(await opened.stores.tasks.givenUp()).toEqual([]);
    const record = (await opened.book.find(SESSION))!;
    expect(nextTasks({ ...record, state: 'sending' })).toMatchObject([
      { task: SEND_TASK, queue: `newsletter:${SESSION}`, payload: { session: SESSION } },
    ]);
  });

  it('are taken up by the queue alone where the desk died, at the step that was cut off', async () => {
    const home = tempHome();
    expect(await cutOffIn('rate_articles', home)).toEqual(['rate_articles']);
    const next = stage({ home });
    await expect.poll(async () => (await next.book.find(SESSION))?.state).toBe('done');
    expect(next.done).toEqual(STEPS.slice(STEPS.indexOf('rate_articles')));
  });

  it('are no task any more where one failed, however much time passes', async () => {
    const opened = stage({
      during: async (step) => {
        if (step === 'filter_urls') throw new Error('the wire is down');
      },
    });
    await opened.run({ session: SESSION });
    await opened.queue.idle();
    expect(await keys(opened)).toEqual([]);
    await opened.clock.advance(48 * 3_600_000);
    await opened.queue.idle();
    expect(opened.done).toEqual(['gather_urls']);
    expect(opened.failures).toEqual([`filter_urls of ${SESSION}: the wire is down`]);
    expect(await opened.stores.tasks.givenUp()).toEqual([]);
  });

  it.each(['gather_urls', 'finalize_newsletter'] as const)(
    'do nothing where %s is delivered again after its checkpoint is complete',
    async (step) => {
      const opened = stage();
      await opened.run({ session: SESSION });
      const before = { record: await opened.book.find(SESSION), ops: await opened.ops(SESSION) };
      for (const task of [
        { task: STEP_TASK, key: 'again', payload: { session: SESSION, step } },
        { task: SEND_TASK, key: 'sent again', payload: { session: SESSION } },
        { task: STEP_TASK, key: 'unknown', payload: { session: 'newsletter_unknown', step } },
      ])
        await opened.queue.add(task);
      await opened.queue.idle();
      expect(opened.done).toEqual([...STEPS]);
      expect({ record: await opened.book.find(SESSION), ops: await opened.ops(SESSION) }).toEqual(before);
      expect(opened.failures).toEqual([]);
      expect(opened.tasks.isActive(SESSION)).toBe(false);
    },
  );

  it('are left to the turn that calls them, also where a task of before is left', async () => {
    const home = tempHome();
    await cutOffIn('filter_urls', home);
    const opened = newsletterStage({ home, idle: true });
    onTestFinished(opened.close);
    await opened.book.change(SESSION, (found) => ({
      record: { ...found!, driver: 'agent' },
      result: undefined,
    }));
    await opened.queue.start();
    await opened.queue.idle();
    expect(opened.done).toEqual([]);
    expect(await keys(opened)).toEqual([]);
  });

  it('are written down again at the start where their task was lost', async () => {
    const home = tempHome();
    await cutOffIn('filter_urls', home);
    const opened = newsletterStage({ home, idle: true });
    onTestFinished(opened.close);
    await opened.stores.tasks.cancel(`newsletter:${SESSION}/filter_urls`);
    expect(await keys(opened)).toEqual([]);
    await opened.service.takeUp();
    await opened.queue.start();
    await opened.tasks.idle(SESSION);
    expect((await opened.book.find(SESSION))?.state).toBe('done');
  });

  it('are written down again by whoever sends a newsletter of which the sending was given up', async () => {
    const opened = stage({ needsApproval: true });
    await opened.run({ session: SESSION });
    await opened.service.send(SESSION, ANN);
    await opened.tasks.idle(SESSION);
    const record = (await opened.book.find(SESSION))!;
    await opened.book.change(SESSION, () => ({ record: { ...record, state: 'sending' }, result: undefined }));
    const again = await opened.service.send(SESSION, { name: 'Ben' });
    expect(again).toMatchObject({ outcome: 'sending', already: { by: 'Ann' } });
    await opened.queue.idle();
    expect(await opened.book.find(SESSION)).toMatchObject({ state: 'done', approvedBy: 'Ann' });
  });

  it('keep the checkpoint of whoever began one anew, and forget that of whoever was slower', async () => {
    let go: (() => void) | undefined;
    const opened = stage({
      during: async (step) => {
        if (step === 'gather_urls' && opened.done.length === 0)
          await new Promise<void>((resolve) => (go = resolve));
      },
    });
    await opened.service.run({ session: SESSION, by: ANN });
    await expect.poll(() => go).toBeDefined();
    // Another desk took the step up meanwhile.
    opened.clock.set(opened.clock.now() + 1_000);
    await opened.book.change(SESSION, (found) => ({
      record: {
        ...found!,
        checkpoints: {
          gather_urls: {
            status: 'started',
            message: 'elsewhere',
            counts: {},
            startedAtMs: opened.clock.now(),
          },
        },
      },
      result: undefined,
    }));
    go?.();
    await settle();
    await opened.queue.idle();
    expect((await opened.book.find(SESSION))?.checkpoints).toMatchObject({
      gather_urls: { status: 'started', message: 'elsewhere' },
    });
    expect(await keys(opened)).toEqual([]);
  });

  it('are not complete before their checkpoint is written, and not done again where it takes long', async () => {
    const opened = stage();
    const { change } = opened.book;
    let refused = 0;
    opened.book.change = (session, decide) =>
      change.call(opened.book, session, (found) => {
        const decided = decide(found);
        if (decided.record?.checkpoints.gather_urls?.status === 'complete' && refused++ === 0)
          throw new Error('the disk is full');
        return decided;
      }) as never;
    await opened.service.run({ session: SESSION, by: ANN });
    await expect.poll(() => refused).toBe(1);
    await settle();
    expect((await opened.book.find(SESSION))?.checkpoints.gather_urls?.status).toBe('started');
    await opened.clock.advance(1_000);
    await opened.tasks.idle(SESSION);
    expect((await opened.book.find(SESSION))?.state).toBe('done');
    expect(opened.done).toEqual([...STEPS]);
  });
});

it('a step that nobody began can’t be completed', () => {
  const under = { step: 'gather_urls', atMs: 1 } as const;
  expect(decideComplete(undefined, under, { message: '', counts: {} }, 2)).toEqual({ result: undefined });
});

describe('a newsletter whose steps another desk does', () => {
  it('is waited for to its end by whoever asked for it here, who may go on with it where it stopped', async () => {
    const broken = { is: true };
    const there = stage({
      during: async (step) => {
        if (step === 'rate_articles' && broken.is) throw new Error('no ratings');
      },
    });
    const here = stage({ beside: there });
    const ended = async (resume: boolean) => {
      const { outcome } = await here.service.run({ session: SESSION, by: ANN, resume });
      expect(outcome).toBe('begun');
      const waits = here.service.finished(SESSION, new AbortController().signal);
      await there.queue.idle();
      await settle();
      await here.clock.advance(5_000);
      return (await Promise.race([waits, settle().then(() => undefined)]))?.state;
    };
    expect(await ended(false)).toBe('stopped');
    broken.is = false;
    expect(await ended(true)).toBe('done');
  });

  it('may be gone on with here where it stopped, also where nobody waited for it', async () => {
    const there = stage({
      during: async (step) => {
        if (step === 'rate_articles') throw new Error('no ratings');
      },
    });
    const here = stage({ beside: there });
    await here.service.run({ session: SESSION, by: ANN });
    await there.queue.idle();
    expect((await there.book.find(SESSION))?.state).toBe('stopped');
    await expect(here.service.run({ session: SESSION, by: ANN, resume: true })).resolves.toMatchObject({
      outcome: 'begun',
    });
  });
});
