import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { handIn } from '../../../src/newsletter/mail/hand-in.ts';
import { sayMail } from '../../../src/newsletter/mail/say-mail.ts';
import { smtpServer } from '../../../src/newsletter/mail/smtp-settings.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openSmtp } from '../../support/mail/loopback-smtp.ts';
import type { SmtpRules } from '../../support/mail/loopback-smtp.ts';
import { ENGLISH } from '../render/sample-letters.ts';
import { aDesk, never, stateOf, world } from './mail-desk.ts';

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
    const { send } = aDesk(server.port, { smtpUrl: url, ca: server.certificate });
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
      ca: server.certificate,
    });
    const report = await send(['ann@example.org', 'bob@example.org']);
    expect(stateOf(report.records)).toEqual({ ann: 'waiting', bob: 'waiting' });
    expect(report.server).toContain('Bad password …');
    expect(JSON.stringify([report, logged])).not.toContain('wrong-secret');
    expect(JSON.stringify(logged)).not.toContain('example.org');
  });
});
