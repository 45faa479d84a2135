/**
 * The ids of buttons and lists: a signed, readable text with the command to invoke and its options.
 *
 * `n1.<payload>.<signature>`, at most 100 characters, Discord's limit. The payload is `<scope><expiry>`, the
 * command and its options; the signature is HMAC-SHA256 cut to 96 bits. It also covers where the id may be used
 * (its audience), which isn't in the text because both sides know it. The same call gives the same id, so that a
 * message can be recognised by its buttons.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What pressing invokes. */
export interface Pressed {
  readonly command: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /** The id is refused from then on; precise to the second. */
  readonly expiresAtMs?: number;
}

/** Where an id is valid: in one channel, or anywhere; for everybody, or for one person. */
export interface Audience {
  readonly channel: string | '*';
  readonly user?: string;
}

/** Where it was pressed, and by whom. */
export interface Presser {
  readonly channel: string;
  readonly user: string;
}

export type ReadId =
  ({ readonly kind: 'ok' } & Pressed) | { readonly kind: 'forged' } | { readonly kind: 'expired' };

/** The command and options don't fit into an id: a fault of the caller. */
export class ComponentIdTooLong extends Error {
  override readonly name = 'ComponentIdTooLong';
  readonly code = 'component_id_too_long';

  constructor(command: string, length: number) {
    super(
      `a button for /${command} needs an id of ${length} characters; Discord allows ${MOST}: shorten its options`,
    );
  }
}

const VERSION = 'n1';
const MOST = 100;
const SIGNATURE_BYTES = 12;
/**
 * The first letter says who an id is for: everybody in a channel, one person there, anybody anywhere, one person.
 */
const SCOPES = { c: 'channel', u: 'channel and user', a: 'anywhere', p: 'user' } as const;
type Scope = keyof typeof SCOPES;

/** @throws ComponentIdTooLong */
export function signedId(key: string | Uint8Array, pressed: Pressed, audience: Audience): string {
  const scope = scopeOf(audience);
  const expiry =
    pressed.expiresAtMs === undefined ? '' : Math.floor(pressed.expiresAtMs / 1_000).toString(36);
  const options = Object.entries(pressed.options).map(([name, value]) => `${escaped(name)}=${packed(value)}`);
  const payload = [`${scope}${expiry}`, escaped(pressed.command), ...options].join('|');
  const text = `${VERSION}.${payload}.${signature(key, payload, scope, audience)}`;
  if (text.length > MOST) throw new ComponentIdTooLong(pressed.command, text.length);
  return text;
}

/** What was pressed, if the id was made with this key for this channel and person and hasn't expired. */
export function readSignedId(
  key: string | Uint8Array,
  text: string,
  presser: Presser,
  nowMs: number,
): ReadId {
  const forged: ReadId = { kind: 'forged' };
  const end = text.lastIndexOf('.');
  if (!text.startsWith(`${VERSION}.`) || end <= VERSION.length) return forged;
  const payload = text.slice(VERSION.length + 1, end);
  const scope = payload.slice(0, 1);
  if (!isScope(scope)) return forged;
  if (!equal(signature(key, payload, scope, presser), text.slice(end + 1))) return forged;
  const [head = '', command = '', ...options] = payload.split('|');
  const expiry = head.slice(1);
  const expiresAtMs = expiry === '' ? undefined : Number.parseInt(expiry, 36) * 1_000;
  if (expiresAtMs !== undefined && nowMs >= expiresAtMs) return { kind: 'expired' };
  return {
    kind: 'ok',
    command: unescaped(command),
    options: Object.fromEntries(options.map(readOption)),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  };
}

/** Whether a text has the form of such an id, of any version. */
export function isSignedId(text: string): boolean {
  return /^n\d+\./.test(text);
}

function scopeOf({ channel, user }: Audience): Scope {
  if (channel === '*') return user === undefined ? 'a' : 'p';
  return user === undefined ? 'c' : 'u';
}

function isScope(letter: string): letter is Scope {
  return Object.hasOwn(SCOPES, letter);
}

function signature(
  key: string | Uint8Array,
  payload: string,
  scope: Scope,
  { channel, user = '' }: Audience,
): string {
  const covered = { c: [channel, ''], u: [channel, user], a: ['*', ''], p: ['*', user] }[scope];
  const message = [VERSION, ...covered, payload].join('\n');
  return createHmac('sha256', key)
    .update(message)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
    .toString('base64url');
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A value with its type as first letter; Discord ids are shortened to two thirds of their digits. */
function packed(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '+' : '-';
  if (typeof value === 'number') return `#${value}`;
  const id = /^(discord:)?([1-9]\d{14,19})$/.exec(value);
  if (id) return `${id[1] === undefined ? '^' : '@'}${BigInt(id[2]!).toString(36)}`;
  return `'${escaped(value)}`;
}

function readOption(text: string): [string, string | number | boolean] {
  const equals = text.indexOf('=');
  return [unescaped(text.slice(0, equals)), unpacked(text.slice(equals + 1))];
}

function unpacked(text: string): string | number | boolean {
  const rest = text.slice(1);
  switch (text[0]) {
    case '+':
      return true;
    case '-':
      return false;
    case '#':
      return Number(rest);
    case '^':
      return snowflake(rest);
    case '@':
      return `discord:${snowflake(rest)}`;
    default:
      return unescaped(rest);
  }
}

function snowflake(base36: string): string {
  let id = 0n;
  for (const digit of base36) id = id * 36n + BigInt(Number.parseInt(digit, 36));
  return id.toString();
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '|': '\\p',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const UNESCAPES = Object.fromEntries(Object.entries(ESCAPES).map(([plain, coded]) => [coded, plain]));

function escaped(text: string): string {
  return text.replaceAll(/[\\|\n\r\t]/g, (character) => ESCAPES[character] ?? character);
}

function unescaped(text: string): string {
  return text.replaceAll(/\\[\\pnrt]/g, (coded) => UNESCAPES[coded] ?? coded);
}
