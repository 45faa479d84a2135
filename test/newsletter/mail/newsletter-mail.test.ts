import { describe, expect, it } from 'vitest';
import { sayMail } from '../../../src/newsletter/mail/say-mail.ts';
import { CHINESE, ENGLISH } from '../render/sample-letters.ts';
import { aDesk, stateOf, world } from './mail-desk.ts';

describe('an e-mail', () => {
  it('goes to each recipient alone, as HTML and text, with headers that programs know', async () => {
    const { server, send } = await world();
    const report = await send(['ann@example.org', 'Bob B. <bob@example.org>', 'ANN@example.org']);
    expect(stateOf(report.records)).toEqual({ ann: 'sent', bob: 'sent' });
    expect(report).toMatchObject({ sentNow: 2, bad: [] });
    expect(server.arrived.map(({ to }) => to)).toEqual([['ann@example.org'], ['bob@example.org']]);
    const [{ mail, from }] = server.arrived as [(typeof server.arrived)[0]];
    expect(from).toBe('desk@news.example');
    expect(mail.from?.text).toBe('"The Desk" <desk@news.example>');
    expect(mail.subject).toBe(ENGLISH.title);
    expect(mail.html).toContain('<h1 ');
    expect(mail.text).toContain('[1] Trade office withdraws half of its export rules');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('keeps Chinese as it is, with headers that are encoded', async () => {
    const { server, send } = await world();
    await send(['ann@example.org'], {}, CHINESE);
    const [{ raw, mail }] = server.arrived as [(typeof server.arrived)[0]];
    expect(mail.subject).toBe(CHINESE.title);
    expect(mail.text).toContain('北港撤回一半晶片出口規例');
    expect(mail.html).toContain('lang="zh-Hant-HK"');
    expect(mail.headers.get('content-language')).toBe('zh-Hant-HK');
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/mu);
    expect([...raw].every((character) => character.charCodeAt(0) < 128)).toBe(true);
  });

  it('goes to a domain of other scripts by its name in ASCII, once, however it is written', async () => {
    const { server, send } = await world();
    const report = await send(['ann@bücher.example', 'Ann <ann@xn--bcher-kva.example>', 'bob@新聞.example']);
    expect(report).toMatchObject({ sentNow: 2, bad: [] });
    expect(server.arrived.map(({ raw }) => /^To: (.*)\r$/mu.exec(raw)?.[1])).toEqual([
      'ann@xn--bcher-kva.example',
      'bob@xn--efvv70d.example',
    ]);
  });

  it('has the same id whenever it is sent, and another for each recipient and newsletter', async () => {
    const [one, two] = [await world(), await world()];
    await one.send(['ann@example.org', 'bob@example.org']);
    await two.send(['bob@example.org']);
    await two.send(['bob@example.org'], {}, { ...ENGLISH, session: 'newsletter_20260221' });
    const ids = (server: typeof one.server) => server.arrived.map(({ mail }) => mail.messageId);
    const [ann, bob] = ids(one.server);
    expect(ann).toMatch(/^<newsletter\.[0-9a-f]{32}@news\.example>$/u);
    expect(new Set([ann, bob, ids(two.server)[1]]).size).toBe(3);
    expect(ids(two.server)[0]).toBe(bob);
  });

  it('cannot be given more headers by a title', async () => {
    const { server, send } = await world();
    await send(
      ['ann@example.org'],
      {},
      { ...ENGLISH, title: 'Week\r\nBcc: eve@example.org\r\n\r\n<script>' },
    );
    const [{ mail, to }] = server.arrived as [(typeof server.arrived)[0]];
    expect(to).toEqual(['ann@example.org']);
    expect(mail.bcc).toBeUndefined();
    expect(mail.subject).toBe('Week Bcc: eve@example.org <script>');
  });
});

describe('a title', () => {
  it('means in the subject what it says, also where it is written as an encoded word', async () => {
    const { server, send } = await world();
    const title = '=?utf-8?q?Confirm_at_https=3A//evil.example=E2=80=AE?=';
    await send(['ann@example.org'], {}, { ...ENGLISH, title });
    expect(server.arrived[0]?.mail.subject).toBe(title.replace('=?', '= ?'));
  });
});

describe('sending again', () => {
  it('sends to nobody twice, and to those who are new in the list', async () => {
    const { server, send } = await world();
    await send(['ann@example.org']);
    const report = await send(['ann@example.org', 'bob@example.org']);
    expect(server.arrived.map(({ to }) => to[0])).toEqual(['ann@example.org', 'bob@example.org']);
    expect(report).toMatchObject({ sentNow: 1 });
    expect(stateOf(report.records)).toEqual({ ann: 'sent', bob: 'sent' });
  });

  it('joins who asks while it is being sent', async () => {
    const { server, send } = await world();
    const [a, b] = await Promise.all([send(['ann@example.org']), send(['ann@example.org'])]);
    expect(server.arrived).toHaveLength(1);
    expect(b).toBe(a);
  });

  it('says of one that was cut off by a crash that nobody knows, and leaves it until an editor says so', async () => {
    const { server, send, book, clock } = await world();
    const session = ENGLISH.session;
    await book.change(session, 'ann@example.org', () => ({
      session,
      recipient: 'ann@example.org',
      state: 'sending',
      attempts: 1,
      atMs: 1,
    }));
    const report = await send(['ann@example.org', 'bob@example.org']);
    expect(stateOf(report.records)).toEqual({ ann: 'unknown', bob: 'sent' });
    expect(sayMail(report, 'en').join('\n')).toContain(
      "Nobody knows whether it arrived, so it isn't sent again by itself: ann@example.org.",
    );
    expect(sayMail(report, 'zh').join('\n')).toContain('無法確定有否送達，不會自行重寄：ann@example.org。');
    await send(['ann@example.org']);
    expect(server.arrived).toHaveLength(1);
    const again = await send(['ann@example.org'], {
      again: { to: ['ann@example.org'], askedAtMs: clock.now() },
    });
    expect(again.records).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  it('to all who refused it or may have it is done once for each time an editor asks', async () => {
    const { server, send, book, clock } = await world({
      rcptTo: { 'bob@example.org': '550 No such mailbox' },
    });
    const { session } = ENGLISH;
    const put = (state: 'unknown' | 'sending', recipient = 'ann@example.org') =>
      book.change(session, recipient, () => ({ session, recipient, state, attempts: 1, atMs: clock.now() }));
    const list = ['ann@example.org', 'bob@example.org', 'cat@example.org'];
    await put('unknown');
    await send(list);
    const askedAtMs = clock.now();
    clock.step(1);
    // A crash has cut off what was sent to her because of that: she may have it twice already.
    await put('sending');
    const again = await send(list, { again: { to: 'all', askedAtMs } });
    expect(stateOf(again.records)).toEqual({ ann: 'unknown', bob: 'refused', cat: 'sent' });
    expect(again.records.map(({ attempts }) => attempts)).toEqual([1, 2, 1]);
    expect(server.arrived.map(({ to }) => to[0])).toEqual(['cat@example.org']);
    await send(list, { again: { to: 'all', askedAtMs } });
    expect((await book.list(session)).map(({ attempts }) => attempts)).toEqual([1, 2, 1]);
    const asked = await send(list, { again: { to: ['Ann <ann@example.org>'], askedAtMs: clock.now() } });
    expect(stateOf(asked.records)).toEqual({ ann: 'sent', bob: 'refused', cat: 'sent' });
  });
});

describe('a server that says no', () => {
  it('to one recipient for good: refused, with its words, the others get theirs, and it is not tried again', async () => {
    const { server, send } = await world({ rcptTo: { 'bob@example.org': '550 No such mailbox' } });
    const list = ['ann@example.org', 'bob@example.org', 'cat@example.org'];
    const report = await send(list);
    expect(stateOf(report.records)).toEqual({ ann: 'sent', bob: 'refused', cat: 'sent' });
    expect(report.records[1]?.words).toContain('550 No such mailbox');
    expect(sayMail(report, 'en')[1]).toContain('Refused by the server: bob@example.org (');
    expect((await send(list)).sentNow).toBe(0);
    expect(server.connections).toBe(3);
  });

  it('to one recipient for now: it waits, and the next send tries it', async () => {
    const rcptTo: Record<string, string> = { 'bob@example.org': '451 Greylisted, come back later' };
    const { send } = await world({ rcptTo });
    const list = ['bob@example.org', 'cat@example.org'];
    const report = await send(list);
    expect(stateOf(report.records)).toEqual({ bob: 'waiting', cat: 'sent' });
    expect(report.records[0]?.words).toContain('Greylisted');
    delete rcptTo['bob@example.org'];
    expect((await send(list)).records).toMatchObject([
      { state: 'sent', attempts: 2 },
      { state: 'sent', attempts: 1 },
    ]);
  });

  it.each([
    ['for good', '552 Message too large', 'refused'],
    ['for now', '452 Disk full', 'waiting'],
  ])('to the message when it has read it, %s', async (_, words, state) => {
    const { send } = await world({ data: (to) => (to.startsWith('ann') ? words : undefined) });
    const report = await send(['ann@example.org', 'bob@example.org']);
    expect(stateOf(report.records)).toEqual({ ann: state, bob: 'sent' });
  });

  it('to our sender or our password: nobody is refused, everybody waits, and its words are told', async () => {
    const sender = await world({ mailFrom: '553 Sender not allowed' });
    const report = await sender.send(['ann@example.org', 'bob@example.org']);
    expect(stateOf(report.records)).toEqual({ ann: 'waiting', bob: 'waiting' });
    expect(report.server).toContain('Sender not allowed');
    expect(sender.server.connections).toBe(1);
    expect(sayMail(report, 'zh')[1]).toContain('郵件伺服器現時不收信：');
  });

  it('because nobody listens there: everybody waits', async () => {
    const { server, send } = await world();
    const closed = aDesk(1);
    const report = await closed.send(['ann@example.org']);
    expect(stateOf(report.records)).toEqual({ ann: 'waiting' });
    expect(report.server).toMatch(/ECONNREFUSED/u);
    expect(server.connections).toBe(0);
    expect((await send(['ann@example.org'])).sentNow).toBe(1);
  });
});
