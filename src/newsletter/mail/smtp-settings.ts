/** Where e-mail is handed in, from `SMTP_URL`: `smtp://user:password@host:587`, `smtps://…` for TLS from the start. */
import { isIP } from 'node:net';
import { parseUrl } from '../../text/parse-url.ts';
import { addressIn } from './recipients.ts';

export interface MailSettings {
  readonly smtpUrl: string;
  /** `SMTP_FROM`: "ann@example.org" or "The Desk <ann@example.org>". */
  readonly from: string;
  /** Where readers leave: a page, or a mailbox (`mailto:`). */
  readonly unsubscribe?: string;
  /** A certificate to trust besides those of the system, PEM. */
  readonly ca?: string;
}

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** No password goes over an open line: without TLS, only to this machine. `?requireTLS=false` is an operator's own choice. */
  readonly requireTLS: boolean;
  /** Whether its certificate must be vouched for; on this machine nobody stands between. */
  readonly verifies: boolean;
  readonly credentials?: { readonly user: string; readonly pass: string };
  readonly ca?: string;
}

/** Its message is a sentence for people, without the address: a password may stand in it. */
class MailSettingsError extends Error {
  override readonly name = 'MailSettingsError';
}

/** @throws MailSettingsError */
export function smtpServer({ smtpUrl, ca }: MailSettings): SmtpServer {
  const url = parseUrl(smtpUrl);
  const isSecure = url?.protocol === 'smtps:';
  if (!url || (!isSecure && url.protocol !== 'smtp:') || url.hostname === '')
    throw new MailSettingsError(
      'SMTP_URL is not an address such as smtp://user:password@mail.example.org:587 or smtps://….',
    );
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const wish = url.searchParams.get('requireTLS');
  const hasCredentials = url.username !== '';
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    requireTLS:
      !isSecure && (wish === 'true' || (wish !== 'false' && hasCredentials && !isThisMachine(host))),
    verifies: ca !== undefined || !(isThisMachine(host) || trustsAny(url)),
    ...(hasCredentials && {
      credentials: { user: decoded(url.username), pass: decoded(url.password) },
    }),
    ...(ca !== undefined && { ca }),
  };
}

/** @throws MailSettingsError */
export function senderAddress({ from }: MailSettings): string {
  const address = addressIn(from.trim());
  if (address === undefined)
    throw new MailSettingsError('SMTP_FROM is no e-mail address such as “The Desk <desk@example.org>”.');
  return address;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** `?tls.rejectUnauthorized=false`: an operator's own choice. */
function trustsAny({ searchParams }: URL): boolean {
  return searchParams.get('tls.rejectUnauthorized') === 'false';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
