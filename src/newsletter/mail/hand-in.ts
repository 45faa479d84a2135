/**
 * Hand one message to an SMTP server, once, and say what became of it. It never tries again by itself, and never rejects:
 * whatever ends it has a name.
 *
 * What decides is how far it came. Before its first byte went out nothing can have arrived; once bytes went out and no
 * answer came, nobody knows. A reply is the server's word: 4xx is not now, 5xx is no.
 */
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { Readable } from 'node:stream';
import { shortLine } from '../../text/shorten.ts';
import { deadline } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';
import type { Attempted } from './decide-mail.ts';
import { HANGS, PATIENCE_MS } from './patience.ts';
import type { SmtpServer } from './smtp-settings.ts';

export interface Envelope {
  readonly from: string;
  readonly to: string;
}

export type HandedIn = Attempted & {
  /** It says nothing of this recipient: the server takes no mail now, or none from us. */
  readonly ofServer?: true;
};

interface HandInDeps {
  readonly clock: Clock;
  readonly server: SmtpServer;
  readonly signal: AbortSignal;
}

/** The library's own limits; ours come first. */
const NEVER_MS = 3_600_000;
const MOST_WORDS = 300;

class ServerHangs extends Error {
  override readonly name = 'ServerHangs';
}

/**
 * @returns whether the server accepted or refused the message, or whether its fate is unknown. Ends by its own
 * deadline.
 */
export async function handIn(
  message: Uint8Array,
  envelope: Envelope,
  { clock, server, signal }: HandInDeps,
): Promise<HandedIn> {
  const limit = deadline(clock, clock.now() + PATIENCE_MS, new ServerHangs(HANGS), signal);
  let isBegun = false;
  const body = Readable.from(
    (function* () {
      isBegun = true;
      yield Buffer.from(message);
    })(),
    { objectMode: false },
  );
  const connection = connectionTo(server);
  try {
    const words = await conversation(connection, { envelope, body, server, signal: limit.signal });
    return { kind: 'sent', words: said(words, server) };
  } catch (error) {
    return outcomeOf(error as SmtpFault, isBegun, server);
  } finally {
    limit.clear();
    connection.close();
    body.destroy();
  }
}

interface SmtpFault extends Error {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

function outcomeOf(fault: SmtpFault, isBegun: boolean, server: SmtpServer): HandedIn {
  const { responseCode: code, response, command = '' } = fault;
  const words = said(response ?? fault.message, server);
  // Of a lost connection the library may give the last words of before.
  const isAnswer = code !== undefined && code >= 400;
  if (!isAnswer)
    return isBegun ? { kind: 'unknown', words, ofServer: true } : { kind: 'later', words, ofServer: true };
  const isOfRecipient = isBegun || /^(?:RCPT TO|DATA)/u.test(command);
  if (!isOfRecipient) return { kind: 'later', words, ofServer: true };
  return { kind: code >= 500 ? 'refused' : 'later', words };
}

interface Conversation {
  readonly envelope: Envelope;
  readonly body: Readable;
  readonly server: SmtpServer;
  readonly signal: AbortSignal;
}

/** Resolves with the server's last words; rejects with a fault, or the signal's reason. */
function conversation(
  connection: SMTPConnection,
  { envelope, body, server, signal }: Conversation,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    connection.on('error', reject);
    const send = () =>
      connection.send({ from: envelope.from, to: [envelope.to] }, body, (error, info) =>
        error ? reject(error) : resolve(info?.response ?? ''),
      );
    connection.connect((error) => {
      if (error) return reject(error);
      const { credentials } = server;
      if (credentials === undefined || !connection.allowsAuth) return send();
      connection.login({ credentials }, (refused) => (refused ? reject(refused) : send()));
    });
  });
}

function connectionTo({ host, port, secure, requireTLS, verifies, ca }: SmtpServer): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    secure,
    requireTLS,
    connectionTimeout: NEVER_MS,
    greetingTimeout: NEVER_MS,
    socketTimeout: NEVER_MS,
    dnsTimeout: NEVER_MS,
    socketCloseTimeout: 0,
    tls: { rejectUnauthorized: verifies, ...(ca !== undefined && { ca }) },
  });
}

/** The server's words on a line, without what only it and we may know: a bad server says a password back. */
function said(words: string, { credentials }: SmtpServer): string {
  let line = words;
  for (const secret of secretsOf(credentials)) line = line.replaceAll(secret, '…');
  return shortLine(line, MOST_WORDS);
}

function secretsOf(credentials: SmtpServer['credentials']): string[] {
  if (credentials === undefined) return [];
  const { user, pass } = credentials;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return [base64(`\0${user}\0${pass}`), base64(pass), encodeURIComponent(pass), pass].filter(
    (one) => one !== '',
  );
}
