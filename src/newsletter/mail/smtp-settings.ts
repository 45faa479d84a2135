/** Where e-mail is handed in, from `SMTP_URL`: `smtp://user:password@host:587`, `smtps://…` for TLS from the start. */
import { isIP } from 'node:net';
import { Refusal } from '../../feature/refusal.ts';
import type { Locale } from '../../time/locale.ts';
import { addressIn } from '../../text/mail-address.ts';
import { parseUrl } from '../../text/parse-url.ts';

export interface MailSettings {
  readonly smtpUrl: string;
  /** `SMTP_FROM`: "ann@example.org" or "The Desk <ann@example.org>". */
  readonly from: string;
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

const SAYS = {
  no_server: {
    en: 'SMTP_URL is not an address such as smtp://user:password@mail.example.org:587 or smtps://….',
    zh: 'SMTP_URL 並非地址；應如 smtp://user:password@mail.example.org:587 或 smtps://…。',
  },
  no_sender: {
    en: 'SMTP_FROM is no e-mail address such as “The Desk <desk@example.org>”.',
    zh: 'SMTP_FROM 並非電郵地址；應如「The Desk <desk@example.org>」。',
  },
} as const;

/** Its words are sentences for people, without the address: a password may stand in it. */
export class MailSettingsError extends Refusal {
  override readonly name = 'MailSettingsError';
  override readonly code = 'refused';
  override readonly words: Readonly<Record<Locale, string>>;
  readonly kind: keyof typeof SAYS;

  constructor(kind: keyof typeof SAYS) {
    super(SAYS[kind].en);
    this.kind = kind;
    this.words = SAYS[kind];
  }
}

/** @throws MailSettingsError */
export function smtpServer({ smtpUrl, ca }: MailSettings): SmtpServer {
  const url = parseUrl(smtpUrl);
  const isSecure = url?.protocol === 'smtps:';
  if (!url || (!isSecure && url.protocol !== 'smtp:') || url.hostname === '')
    throw new MailSettingsError('no_server');
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const requireTls = url.searchParams.get('requireTLS');
  const hasCredentials = url.username !== '';
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    requireTLS:
      !isSecure &&
      (requireTls === 'true' || (requireTls !== 'false' && hasCredentials && !isThisMachine(host))),
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
  if (address === undefined) throw new MailSettingsError('no_sender');
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
