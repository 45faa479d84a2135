import { expect, it } from 'vitest';
import type { NewsletterRecord } from '../../src/newsletter/model/newsletter-record.ts';
import type { OpenEngine } from './engine.ts';
import { DESK } from './given.ts';

const record = (session: string, more: Partial<NewsletterRecord> = {}): NewsletterRecord => ({
  session,
  edition: 'sample',
  language: 'en',
  zone: 'Europe/London',
  place: DESK,
  needsApproval: false,
  driver: 'workflow',
  state: 'running',
  by: 'Ann',
  createdAtMs: 10,
  updatedAtMs: 10,
  checkpoints: {},
  ...more,
});
const CHECKED: NewsletterRecord['checkpoints'] = {
  gather_urls: { status: 'complete', message: 'Gathered 2 URLs', counts: { urls: 2 } },
};
const sessions = (records: readonly NewsletterRecord[]) => records.map(({ session }) => session);

/** What every book of newsletters keeps to. */
export function describeCheckpointBook(open: OpenEngine): void {
  it('gives a newsletter back with its checkpoints as they were written, also after a restart', async () => {
    const engine = await open();
    const full = record('newsletter_20260214', {
      state: 'stopped',
      trouble: 'the server refused',
      approvedBy: 'Bob',
      checkpoints: {
        gather_urls: {
          status: 'complete',
          message: 'Gathered 234 URLs',
          counts: { urls: 234 },
          startedAtMs: 11,
          endedAtMs: 12,
        },
        filter_urls: { status: 'error', message: 'no model', counts: {}, startedAtMs: 13, endedAtMs: 14 },
        download_articles: { status: 'skipped', message: '', counts: {} },
      },
    });
    await engine.newsletters.change(full.session, () => ({ record: full, result: undefined }));
    const { newsletters } = await engine.restart();
    expect(await newsletters.find(full.session)).toEqual(full);
    expect(await newsletters.find('newsletter_20260215')).toBeUndefined();
  });

  it('shows the decision what is there, and keeps what it decides', async () => {
    const { newsletters } = await open();
    const seen: unknown[] = [];
    const put = (next: NewsletterRecord) =>
      newsletters.change(next.session, (found) => {
        seen.push(found);
        return { record: next, result: next.state };
      });
    const first = record('a');
    const second = record('a', { state: 'done', updatedAtMs: 20 });
    expect([await put(first), await put(second)]).toEqual(['running', 'done']);
    expect(seen).toEqual([undefined, first]);
    expect(await newsletters.find('a')).toEqual(second);
  });

  it('changes nothing where the decision throws, or has no record', async () => {
    const { newsletters } = await open();
    await newsletters.change('a', () => ({ record: record('a'), result: 0 }));
    const refused = newsletters.change('a', () => {
      throw new Error('not now');
    });
    await expect(refused).rejects.toThrow('not now');
    expect(await newsletters.change('b', () => ({ issued: ['https://a.example/1'], result: 7 }))).toBe(7);
    expect(await newsletters.find('a')).toEqual(record('a'));
    expect(await newsletters.find('b')).toBeUndefined();
    expect(await newsletters.issued('sample', 'a')).toEqual(new Set());
  });

  it('writes the tasks down with the newsletter, or neither', async () => {
    const { newsletters, tasks } = await open();
    const task = (key: string) => ({
      task: 'newsletter.step',
      key,
      payload: { n: 1 },
      queue: 'a',
      runAtMs: 5,
    });
    const due = async () =>
      (await tasks.due({ names: ['newsletter.step'], busy: [], nowMs: 5, limit: 9 })).map(
        ({ key, queue, payload }) => ({ key, queue, payload }),
      );
    await newsletters.change('a', () => ({ record: record('a'), tasks: [task('first')], result: 0 }));
    expect(await due()).toEqual([{ key: 'first', queue: 'a', payload: { n: 1 } }]);
    await newsletters.change('a', () => ({ tasks: [task('second')], result: 0 }));
    expect(await due()).toHaveLength(1);
    await expect(
      newsletters.change('b', () => ({
        record: record('b'),
        tasks: [task('third'), { ...task('fourth'), payload: { n: 1n } }],
        result: 0,
      })),
    ).rejects.toThrow();
    expect(await due()).toHaveLength(1);
    expect(await newsletters.find('b')).toBeUndefined();
  });

  it('lists the newest first, and what is open with the oldest first', async () => {
    const { newsletters } = await open();
    const states = ['running', 'done', 'sending', 'waiting', 'stopped'] as const;
    for (const [at, state] of states.entries())
      await newsletters.change(`n${at}`, () => ({ record: record(`n${at}`, { state }), result: 0 }));
    expect(sessions(await newsletters.newest(3))).toEqual(['n4', 'n3', 'n2']);
    expect(sessions(await newsletters.open())).toEqual(['n0', 'n2']);
  });

  it('remembers the articles of an edition’s other newsletters', async () => {
    const { newsletters } = await open();
    const issue = (session: string, edition: string, issued: readonly string[]) =>
      newsletters.change(session, () => ({ record: record(session, { edition }), issued, result: 0 }));
    await issue('a', 'sample', ['https://a.example/1', 'https://a.example/2']);
    await issue('b', 'sample', ['https://a.example/2', 'https://a.example/3']);
    await issue('c', 'other', ['https://a.example/4']);
    expect(await newsletters.issued('sample', 'b')).toEqual(
      new Set(['https://a.example/1', 'https://a.example/2']),
    );
    expect(await newsletters.issued('sample', 'new')).toEqual(
      new Set(['https://a.example/1', 'https://a.example/2', 'https://a.example/3']),
    );
  });

  it('drops those that are over and were not changed since, so many at once, and remembers what they had', async () => {
    const { newsletters, mails } = await open();
    const put = (session: string, more: Partial<NewsletterRecord>) =>
      newsletters.change(session, () => ({
        record: record(session, { checkpoints: CHECKED, ...more }),
        issued: [`https://a.example/${session}`],
        result: 0,
      }));
    await put('a', { state: 'done', updatedAtMs: 10 });
    await put('b', { state: 'running', updatedAtMs: 10 });
    await put('c', { state: 'stopped', updatedAtMs: 19 });
    await put('d', { state: 'done', updatedAtMs: 20 });
    const mail = { recipient: 'ann@example.org', state: 'sent', attempts: 1, atMs: 1 } as const;
    for (const session of ['a', 'b'])
      await mails.change(session, mail.recipient, () => ({ session, ...mail }));
    const drop = () => newsletters.drop({ states: ['done', 'stopped'], beforeMs: 20, most: 1 });
    expect([await drop(), await drop(), await drop()]).toEqual([1, 1, 0]);
    expect(sessions(await newsletters.newest(9))).toEqual(['d', 'b']);
    expect((await newsletters.find('b'))?.checkpoints).toEqual(CHECKED);
    expect([await mails.list('a'), await mails.list('b')]).toMatchObject([[], [{ session: 'b' }]]);
    expect((await newsletters.issued('sample', 'new')).size).toBe(4);
    expect([await newsletters.hasIssued('a'), await newsletters.hasIssued('e')]).toEqual([true, false]);
    await newsletters.change('a', () => ({ record: record('a'), result: 0 }));
    expect((await newsletters.find('a'))?.checkpoints).toEqual({});
  });
}
