import { expect, it } from 'vitest';
import type { MailBook, MailRecord } from '../../src/newsletter/mail/mail-book.ts';

const record = (recipient: string, more: Partial<MailRecord> = {}): MailRecord => ({
  session: 'newsletter_20260214',
  recipient,
  state: 'sending',
  attempts: 1,
  atMs: 10,
  ...more,
});
const session = 'newsletter_20260214';

interface Opened {
  readonly mails: MailBook;
  restart?(): Promise<{ readonly mails: MailBook }>;
}

/** What every book of a newsletter's e-mails keeps to. */
export function describeMailBook(open: () => Promise<Opened>): void {
  it('keeps what was decided, by newsletter and recipient, also after a restart', async () => {
    const opened = await open();
    const full = record('ann@example.org', { state: 'refused', attempts: 3, words: '550 沒有這個信箱' });
    expect(await opened.mails.change(session, 'bob@example.org', () => record('bob@example.org'))).toEqual(
      record('bob@example.org'),
    );
    await opened.mails.change(session, 'ann@example.org', () => full);
    await opened.mails.change('newsletter_20260221', 'ann@example.org', () => ({
      ...full,
      session: 'newsletter_20260221',
    }));
    const { mails } = opened.restart ? await opened.restart() : opened;
    expect(await mails.list(session)).toEqual([full, record('bob@example.org')]);
    expect(await mails.list('newsletter_20260228')).toEqual([]);
  });

  it('shows the decision what stands there, and leaves it as it is where nothing is decided', async () => {
    const { mails } = await open();
    const seen: (MailRecord | undefined)[] = [];
    const look = (decided: MailRecord | undefined) => (standing: MailRecord | undefined) => {
      seen.push(standing);
      return decided;
    };
    const kept = record('ann@example.org', { words: 'first' });
    await mails.change(session, 'ann@example.org', look(kept));
    expect(await mails.change(session, 'ann@example.org', look(undefined))).toBeUndefined();
    await mails.change(session, 'ann@example.org', look(record('ann@example.org', { state: 'sent' })));
    expect(seen).toEqual([undefined, kept, kept]);
    expect(await mails.list(session)).toEqual([record('ann@example.org', { state: 'sent' })]);
  });

  it('lets each decision see those before it, also of one moment', async () => {
    const { mails } = await open();
    const claim = () =>
      mails.change(session, 'ann@example.org', (standing) =>
        standing === undefined ? record('ann@example.org') : undefined,
      );
    const claims = await Promise.all([claim(), claim(), claim()]);
    expect(claims.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it('changes nothing when the decision throws', async () => {
    const { mails } = await open();
    await mails.change(session, 'ann@example.org', () => record('ann@example.org'));
    const broken = mails.change(session, 'ann@example.org', () => {
      throw new Error('no decision');
    });
    await expect(broken).rejects.toThrow('no decision');
    expect(await mails.list(session)).toEqual([record('ann@example.org')]);
  });
}
