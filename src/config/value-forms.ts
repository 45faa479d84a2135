/** The forms of a variable's text, each with a sentence that says what is allowed. */
import { homedir } from 'node:os';
import { z } from 'zod';
import { addressIn } from '../text/mail-address.ts';
import { parseDuration, sayDuration } from '../time/duration.ts';
import { isZone } from '../time/zone.ts';

export interface Form<Value> {
  readonly allowed: string;
  readonly schema: z.ZodType<Value, string>;
}

export const text: Form<string> = { allowed: 'text', schema: z.string().trim().min(1) };

/** A leading `~` is the user's home folder, as in a shell: neither a `.env` nor a quoted variable passes through one. */
export const withHome = (given: string) => given.replace(/^~(?=\/|$)/u, () => homedir());

/** The name of something, or where it is. */
export const path: Form<string> = {
  allowed: "a name or a path; a leading ~/ is your home folder, and another user's is written out",
  schema: text.schema.refine((given) => !/^~[^/]/u.test(given)).transform(withHome),
};

/** An on-off switch. */
export const flag: Form<boolean> = {
  allowed: '1 or 0',
  schema: z.enum(['0', '1', 'true', 'false']).transform((given) => given === '1' || given === 'true'),
};

export const zone: Form<string> = {
  allowed: 'an IANA time zone such as Europe/London or Asia/Hong_Kong',
  schema: z.string().trim().refine(isZone),
};

export const address: Form<string> = {
  allowed: 'an http:// or https:// address',
  schema: z.url({ protocol: /^https?$/ }).transform((given) => given.replace(/\/+$/, '')),
};

/** Discord's SDK adds the version itself. */
export const discordApi: Form<string> = {
  allowed: address.allowed,
  schema: address.schema.transform((given) => given.replace(/\/v\d+$/, '')),
};

/** Where pages come from: an address without a path. */
export const origin: Form<string> = {
  allowed: 'an http:// or https:// address without a path',
  schema: address.schema
    .transform((given) => new URL(given))
    .refine((url) => url.href === `${url.origin}/`)
    .transform((url) => url.origin),
};

/** A password with one of these signs would end the address, and mail would go to another host or to none. */
export const smtpAddress: Form<string> = {
  allowed: 'an smtp:// or smtps:// address; in its password # is written %23, / %2F and ? %3F',
  schema: z.url({ protocol: /^smtps?$/ }).regex(/^[a-z]+:\/\/[^\s/?#]+\/?(?:\?[^\s@#]*)?$/iu),
};

export const mailbox: Form<string> = {
  allowed: 'an e-mail address, such as desk@example.org or The Desk <desk@example.org>',
  schema: text.schema.refine((given) => addressIn(given) !== undefined),
};

export const databaseAddress: Form<string> = {
  allowed: 'postgres://user:password@host:port/database',
  schema: z
    .string()
    .trim()
    .regex(/^postgres(?:ql)?:\/\/[^\s/]+\/[^\s/?]+(?:\?\S*)?$/u),
};

/** Whether there is such a channel shows when the desk starts. */
export const conversation: Form<string> = {
  allowed: 'main, or the key of a conversation, <channel>:<id>',
  schema: z
    .string()
    .trim()
    .regex(/^(?:main|[^\s:]+:\S.*)$/u),
};

/** A bearer token, as a header has it. */
export const token: Form<string> = {
  allowed: 'visible ASCII characters without spaces and commas',
  schema: z.string().regex(/^[!-+\--~]+$/),
};

/** Long enough to make guessing hopeless: 32 characters like the gateway's own have 192 bits. */
const SHORTEST_TOKEN = 32;

/** What `.env.example` shows in place of a token. */
export const EXAMPLE_TOKEN = 'a-long-random-word-that-nobody-could-guess';

/** A token that people choose. */
export const ownToken: Form<string> = {
  allowed: `at least ${SHORTEST_TOKEN} ${token.allowed}, and not the example of .env.example, which everybody can read`,
  schema: token.schema.refine((given) => given.length >= SHORTEST_TOKEN && given !== EXAMPLE_TOKEN),
};

/** Whole numbers, both bounds included. */
export function whole(from: number, to: number): Form<number> {
  return {
    allowed: `a whole number from ${from} to ${to}`,
    schema: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .refine((given) => given >= from && given <= to),
  };
}

/** How many shards Discord's connection has. */
export const shards: Form<number | 'auto'> = {
  allowed: 'auto, or a whole number from 1 to 100',
  schema: z
    .string()
    .regex(/^(?:auto|[1-9]\d?|100)$/)
    .transform((given) => (given === 'auto' ? given : Number(given))),
};

/** A span such as 10s or 5m, as milliseconds. */
export function span(fromMs: number, toMs: number): Form<number> {
  return {
    allowed: `a time such as 10s or 5m, from ${sayDuration(fromMs)} to ${sayDuration(toMs)}`,
    schema: z
      .string()
      .transform((given) => parseDuration(given) ?? NaN)
      .refine((given) => given >= fromMs && given <= toMs),
  };
}

/** One of these words, written exactly so. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  ...words: Words
): Form<Words[number]> {
  return { allowed: `one of ${words.join(', ')}`, schema: z.enum(words) };
}

/** Comma-separated; blanks around the commas and empty parts don't count. */
function list(allowed: string, form: RegExp): Form<readonly string[]> {
  return {
    allowed,
    schema: z
      .string()
      .transform((given) => given.split(',').flatMap((part) => part.trim() || []))
      .refine((parts) => parts.every((part) => form.test(part))),
  };
}

export const ids = list('Discord ids (digits), comma-separated', /^\d{1,20}$/);
export const keys = list('keys without spaces, comma-separated', /^[!-~]+$/);
export const hostsAndPorts = list(
  'host:port or *.domain:port, comma-separated',
  /^(?:\[[0-9a-f:.]+\]|(?:\*\.)?[\w.-]+):\d{1,5}$/i,
);
