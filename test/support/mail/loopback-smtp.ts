/** A real SMTP server on loopback. What arrives is parsed as a mail program would. */
import { simpleParser } from 'mailparser';
import type { ParsedMail } from 'mailparser';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { loopbackCertificate } from '../sources/loopback-certificate.ts';

export interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: ParsedMail;
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

export interface LoopbackSmtp {
  readonly port: number;
  readonly arrived: readonly Arrived[];
  /** How often somebody connected. */
  readonly connections: number;
  readonly certificate: string;
}

/** What the server answers instead of a yes: by address, at the stage of its name. */
export interface SmtpRules {
  readonly mailFrom?: string;
  readonly rcptTo?: Readonly<Record<string, string>>;
  /** After all of the message was read. It may wait: the client hears nothing meanwhile. */
  readonly data?: (to: string) => string | undefined | Promise<string | undefined>;
  readonly options?: SMTPServerOptions;
}

/** "550 No such mailbox" as the error that the library answers with. */
function refusal(words: string): Error {
  const [, code = '550', rest = words] = /^(\d{3}) (.*)$/u.exec(words) ?? [];
  return Object.assign(new Error(rest), { responseCode: Number(code) });
}

/** Whoever logged in. */
function nameOf(user: unknown): string | undefined {
  return typeof user === 'string' ? user : undefined;
}

export async function openSmtp(rules: SmtpRules = {}): Promise<LoopbackSmtp> {
  const arrived: Arrived[] = [];
  let connections = 0;
  const server = new SMTPServer({
    ...loopbackCertificate,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onConnect: (_, done) => {
      connections += 1;
      done();
    },
    onMailFrom: (_, __, done) => done(rules.mailFrom === undefined ? null : refusal(rules.mailFrom)),
    onRcptTo: ({ address }, _, done) => {
      const no = rules.rcptTo?.[address];
      done(no === undefined ? null : refusal(no));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        void (async () => {
          const raw = Buffer.concat(chunks);
          const mail = await simpleParser(raw);
          const no = await rules.data?.(to[0] ?? '');
          if (no === undefined) {
            const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
            arrived.push({
              from,
              to,
              raw: raw.toString('latin1'),
              mail,
              isSecure: session.secure,
              user: nameOf(session.user),
            });
          }
          done(no === undefined ? null : refusal(no));
        })();
      });
    },
    ...rules.options,
  });
  server.on('error', () => {}); // a client that goes away is what some tests are about
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    arrived,
    get connections() {
      return connections;
    },
    certificate: loopbackCertificate.cert,
  };
}
