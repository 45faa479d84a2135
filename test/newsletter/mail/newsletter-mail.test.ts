import { describe, expect, it, onTestFinished } from 'vitest';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { MailBook, MailRecord } from '../../../src/newsletter/mail/mail-book.ts';
import { NewsletterMail } from '../../../src/newsletter/mail/newsletter-mail.ts';
import type { MailOptions } from '../../../src/newsletter/mail/newsletter-mail.ts';
import { handIn } from '../../../src/newsletter/mail/hand-in.ts';
import { sayMail } from '../../../src/newsletter/mail/say-mail.ts';
import { smtpServer } from '../../../src/newsletter/mail/smtp-settings.ts';
import type { MailSettings } from '../../../src/newsletter/mail/smtp-settings.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openSmtp } from '../../support/mail/loopback-smtp.ts';
import type { SmtpRules } from '../../support/mail/loopback-smtp.ts';
import { MemoryMailBook } from '../../support/mail/memory-mail-book.ts';
import { CHINESE, ENGLISH } from '../render/sample-letters.ts';

const zone = 'Asia/Hong_Kong';
const never = new AbortController().signal;
const stateOf = (records: readonly MailRecord[]): Record<string, string> =>
  Object.fromEntries<string>(records.map(({ recipient, state }) => [recipient.split('@')[0] ?? '', state]));

interface Logged {
  readonly fields: object;
  readonly message: string;
}

function aDesk(port: number, settings: Partial<MailSettings> = {}, book: MailBook = new MemoryMailBook()) {
  const clock = new FakeClock();
  const logged: Logged[] = [];
  const log = {
    info: (fields: object, message: string) => void logged.push({ fields, message }),
    warn: (fields: object, message: string) => void logged.push({ fields, message }),
  };
  const mail = new NewsletterMail({
    book,
    clock,
    log,
    settings: {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: 'The Desk <desk@news.example>',
      unsubscribe: 'mailto:leave@news.example',
      ...settings,
    },
  });
  const send = (
    recipients: readonly string[],
    more: Partial<MailOptions> = {},
    letter = ENGLISH,
    signal = never,
  ) => mail.send(letter, recipients, { zone, ...more }, signal);
  return { mail, send, clock, book, logged };
}

const world = async (rules: SmtpRules = {}, settings: Partial<MailSettings> = {}) => {
  const server = await openSmtp(rules);
  return { server, ...aDesk(server.port, settings) };
};
/** Certificates of tests are trusted by nobody else. */
const trusting = (certificate: string) => ({ ca: certificate });

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
    expect(mail.headers.get('list')).toMatchObject({ unsubscribe: { mail: 'leave@news.example' } });
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
    const { server, send, book } = await world();
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
    const again = await send(['ann@example.org'], { again: ['ann@example.org'] });
    expect(again.records).toMatchObject([{ state: 'sent', attempts: 2 }]);
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

describe('a server that hangs', () => {
  it('before it has said anything is left after its time: everybody waits', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const { send, clock } = aDesk((silent.address() as AddressInfo).port);
    const sending = send(['ann@example.org', 'bob@example.org']);
    await expect.poll(() => sockets.length).toBe(1);
    await clock.advance(91_000);
    const report = await sending;
    expect(stateOf(report.records)).toEqual({ ann: 'waiting', bob: 'waiting' });
    expect(report.server).toBe("The server didn't answer within 90 seconds.");
    expect(sockets).toHaveLength(1);
    expect(clock.waiters).toBe(0);
  });

  it('after it was given the message: nobody knows of that one, and the rest waits', async () => {
    let isRead = false;
    const { server, send, clock } = await world({
      data: () => {
        isRead = true;
        return new Promise(() => {});
      },
    });
    const sending = send(['ann@example.org', 'bob@example.org']);
    await expect.poll(() => isRead).toBe(true);
    await clock.advance(91_000);
    const report = await sending;
    expect(stateOf(report.records)).toEqual({ ann: 'unknown', bob: 'waiting' });
    expect(server.connections).toBe(1);
  });

  it('is left when the desk stops', async () => {
    const stop = new AbortController();
    let isRead = false;
    const { send, book } = await world({
      data: () => {
        isRead = true;
        return new Promise(() => {});
      },
    });
    const sending = send(['ann@example.org', 'bob@example.org'], {}, ENGLISH, stop.signal);
    await expect.poll(() => isRead).toBe(true);
    stop.abort(new Error('the desk stops'));
    await expect(sending).rejects.toThrow('the desk stops');
    expect(stateOf(await book.list(ENGLISH.session))).toEqual({ ann: 'unknown' });
  });
});

describe('lists and settings', () => {
  it('names what is no address, leaves it out and sends to the rest', async () => {
    const { server, send } = await world();
    const bad = [
      'not an address',
      'a@',
      '@example.org',
      'ann@example.org\r\nRCPT TO:<eve@example.org>',
      'a@b..org',
      'x@-a.org',
      'bob@example',
    ];
    const report = await send([...bad, 'ann@example.org', ' ', 'nested+tag@sub.example.co.uk']);
    expect(report.bad).toEqual(bad);
    expect(server.arrived.map(({ to }) => to[0])).toEqual([
      'ann@example.org',
      'nested+tag@sub.example.co.uk',
    ]);
    expect(sayMail(report, 'en').at(-1)).toContain('Left out, no e-mail address: not an address');
  });

  it.each([
    [{ smtpUrl: 'https://user:secret@mail.example' }, 'SMTP_URL'],
    [{ smtpUrl: 'user:secret@mail.example' }, 'SMTP_URL'],
    [{ from: 'nobody' }, 'SMTP_FROM'],
  ])(
    'refuses settings that lead nowhere by their name, and shows no password: %j',
    async (settings, name) => {
      const { send, book } = await world({}, settings);
      const failure = await send(['ann@example.org']).catch((error: Error) => error.message);
      expect(failure).toContain(name);
      expect(failure).not.toContain('secret');
      expect(await book.list(ENGLISH.session)).toEqual([]);
    },
  );

  it('sends nothing to an empty list', async () => {
    const { send } = await world();
    expect(await send([])).toEqual({ records: [], sentNow: 0, bad: [] });
  });
});

describe('TLS and passwords', () => {
  const authenticating = (secure: boolean): SmtpRules => ({
    options: {
      secure,
      authOptional: false,
      onAuth: ({ username, password }, _, done) =>
        password === 'p@ss word'
          ? done(null, { user: username ?? '' })
          : done(new Error(`Bad password ${password}`)),
    },
  });

  it.each([
    ['from the start (smtps)', 'smtps', true],
    ['by STARTTLS', 'smtp', false],
  ])('is used %s, and the password with it', async (_, scheme, secure) => {
    const server = await openSmtp(authenticating(secure));
    const url = `${scheme}://desk:p%40ss%20word@127.0.0.1:${server.port}`;
    const { send } = aDesk(server.port, { smtpUrl: url, ...trusting(server.certificate) });
    expect(stateOf((await send(['ann@example.org'])).records)).toEqual({ ann: 'sent' });
    expect(server.arrived).toMatchObject([{ isSecure: true, user: 'desk' }]);
  });

  it.each([true, false])(
    'is refused where nobody vouches for the server (from the start: %s)',
    async (secure) => {
      const server = await openSmtp(authenticating(secure));
      const clock = new FakeClock();
      const outcome = await handIn(
        Buffer.from('Subject: hello\r\n\r\nhello'),
        { from: 'desk@news.example', to: 'ann@example.org' },
        {
          clock,
          signal: never,
          server: { host: '127.0.0.1', port: server.port, secure, requireTLS: true, verifies: true },
        },
      );
      expect(outcome).toMatchObject({ kind: 'later', ofServer: true });
      expect(outcome.words).toMatch(/certificate/u);
      expect(server.arrived).toEqual([]);
    },
  );

  it.each([
    ['smtp://mail.example', { port: 587, secure: false, requireTLS: false, verifies: true }],
    [
      'smtp://desk:pw@mail.example',
      { requireTLS: true, verifies: true, credentials: { user: 'desk', pass: 'pw' } },
    ],
    ['smtp://desk:pw@mail.example:25?requireTLS=false', { port: 25, requireTLS: false }],
    ['smtp://desk:pw@127.0.0.1', { requireTLS: false, verifies: false }],
    ['smtps://mail.example', { port: 465, secure: true, requireTLS: false, verifies: true }],
    ['smtps://mail.example?tls.rejectUnauthorized=false', { verifies: false }],
    ['smtps://[::1]:2465', { host: '::1', port: 2465, verifies: false }],
  ])('is wanted as the address says: %s', (smtpUrl, expected) => {
    expect(smtpServer({ smtpUrl, from: 'desk@news.example' })).toMatchObject(expected);
  });

  it('that is wanted and not to be had stops everything', async () => {
    const server = await openSmtp({ options: { disabledCommands: ['STARTTLS'] } });
    const { send } = aDesk(server.port, { smtpUrl: `smtp://127.0.0.1:${server.port}?requireTLS=true` });
    const report = await send(['ann@example.org']);
    expect(stateOf(report.records)).toEqual({ ann: 'waiting' });
    expect(server.arrived).toEqual([]);
  });

  it('that is wrong is told without it, also where the server says it back', async () => {
    const server = await openSmtp(authenticating(true));
    const { send, logged } = aDesk(server.port, {
      smtpUrl: `smtps://desk:wrong-secret@127.0.0.1:${server.port}`,
      ...trusting(server.certificate),
    });
    const report = await send(['ann@example.org', 'bob@example.org']);
    expect(stateOf(report.records)).toEqual({ ann: 'waiting', bob: 'waiting' });
    expect(report.server).toContain('Bad password …');
    expect(JSON.stringify([report, logged])).not.toContain('wrong-secret');
    expect(JSON.stringify(logged)).not.toContain('example.org');
  });
});
