import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Upkeep } from '../../src/desk/upkeep.ts';
import { LeftFiles } from '../../src/newsletter/left-files.ts';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import { tidyNewsletters } from '../../src/newsletter/tidy-newsletters.ts';
import { workflowStatus } from '../../src/newsletter/workflow-status.ts';
import { ANN, newsletterStage } from './newsletter-stage.ts';
import type { StageOptions } from './newsletter-stage.ts';

const DAY = 86_400_000;
const FINAL = ['newsletter.html', 'newsletter.md', 'newsletter.txt'];

function stage(options: StageOptions = {}) {
  const opened = newsletterStage(options);
  onTestFinished(opened.close);
  const { stores, clock, home, book } = opened;
  const root = join(home, 'data', 'newsletters');
  const upkeep = new Upkeep({
    book: stores.upkeep,
    time: { now: async () => clock.now() },
    keep: { days: 30, runs: 2_000 },
    others: { newsletters: tidyNewsletters({ book, files: new LeftFiles(root) }) },
  });
  const filesOf = (session: string) => readdirSync(join(root, session)).toSorted();
  /** Files are written by the machine's clock. */
  const age = (session: string) => {
    for (const name of filesOf(session))
      utimesSync(join(root, session, name), clock.now() / 1_000, clock.now() / 1_000);
  };
  return { ...opened, root, upkeep, filesOf, age };
}

it('of a newsletter that was delivered long ago what readers got stays, and what it told; nothing else', async () => {
  const issued: (readonly string[])[] = [];
  const opened = stage({
    during: async (step, context) =>
      void (step === 'filter_urls' && issued.push([...(await context.issued())])),
  });
  const { upkeep, book, stores, clock, filesOf, age } = opened;
  await opened.run({ session: 'old' });
  await stores.mails.change('old', 'ann@example.org', () => ({
    ...{ session: 'old', recipient: 'ann@example.org', state: 'sent', attempts: 1, atMs: clock.now() },
  }));
  age('old');
  clock.set(clock.now() + 30 * DAY);
  expect(await upkeep.gc()).toMatchObject({ newsletters: 0 });
  await opened.run({ session: 'young' });
  age('young');
  clock.set(clock.now() + 1);
  expect(await upkeep.gc()).toMatchObject({ newsletters: 1 });
  expect(filesOf('old')).toEqual(FINAL);
  expect(filesOf('young')).toHaveLength(STEPS.length + FINAL.length);
  expect(workflowStatus(await book.find('old'))).toMatchObject({ status: 'new_session' });
  expect(await stores.mails.list('old')).toEqual([]);
  expect((await book.find('young'))?.state).toBe('done');

  await expect(opened.run({ session: 'old' })).rejects.toThrow('old was made long ago');
  await expect(opened.service.send('old', ANN)).rejects.toThrow('there is no newsletter old');
  await opened.run({ session: 'newest' });
  expect(issued).toEqual([[], ['https://a.example/1'], ['https://a.example/1']]);
  expect(await upkeep.gc()).toMatchObject({ newsletters: 0 });
});

it('one that stopped long ago goes whole; one that waits for an editor, or runs, is kept', async () => {
  const opened = stage({
    needsApproval: true,
    during: async (step, { newsletter }) => {
      if (step === 'rate_articles' && newsletter.session === 'stopped') throw new Error('no model');
    },
  });
  const { upkeep, book, clock, root, filesOf, age } = opened;
  await opened.run({ session: 'stopped' });
  await opened.run({ session: 'waiting' });
  const { record } = await opened.run({ session: 'running' });
  await book.change('running', () => ({ record: { ...record, state: 'running' }, result: 0 }));
  for (const session of ['stopped', 'waiting', 'running']) age(session);
  const before = [filesOf('waiting'), filesOf('running')];
  clock.set(clock.now() + 400 * DAY);
  expect(await upkeep.gc()).toMatchObject({ newsletters: 1 });
  expect(existsSync(join(root, 'stopped'))).toBe(false);
  expect([filesOf('waiting'), filesOf('running')]).toEqual(before);
  expect([await book.find('stopped'), (await book.find('waiting'))?.state]).toEqual([undefined, 'waiting']);
  expect(await opened.service.send('waiting', ANN)).toMatchObject({ outcome: 'sending' });
});

it('files that a crash left are dropped when they are old, and nothing that is no step’s', async () => {
  const { upkeep, clock, root, filesOf, age } = stage();
  for (const session of ['orphan', 'Not a session', 'fresh']) {
    mkdirSync(join(root, session), { recursive: true });
    for (const name of ['rate_articles.json', 'notes.json']) writeFileSync(join(root, session, name), '{}');
  }
  for (const session of ['orphan', 'Not a session']) age(session);
  const fresh = join(root, 'fresh', 'rate_articles.json');
  clock.set(clock.now() + 31 * DAY);
  utimesSync(fresh, clock.now() / 1_000, clock.now() / 1_000);
  expect(await upkeep.gc()).toMatchObject({ newsletters: 0 });
  expect(filesOf('orphan')).toEqual(['notes.json']);
  expect(filesOf('Not a session')).toHaveLength(2);
  expect(filesOf('fresh')).toHaveLength(2);
});

it('a home without newsletters has nothing to drop', async () => {
  expect(await stage().upkeep.gc()).toMatchObject({ newsletters: 0, turns: 0 });
});
