/** The addresses that somebody wrote into a list of recipients. */
import { domainToASCII } from 'node:url';

export interface Recipient {
  /** What the book calls it. */
  readonly key: string;
  /** As it was written, with its domain in ASCII (`xn--…`), as mail servers are told it. */
  readonly address: string;
}

export interface Recipients {
  /** Each once, in the order of the list. */
  readonly good: readonly Recipient[];
  /** What is no address, as it was written. */
  readonly bad: readonly string[];
}

const LONGEST = 254;
const LONGEST_LOCAL = 64;
const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu;
const NAMED = /^[^<>]*<([^<>]*)>$/u;

/** Addresses, each once whatever its case, and the entries that are none. */
export function readRecipients(list: readonly string[]): Recipients {
  const good = new Map<string, Recipient>();
  const bad: string[] = [];
  for (const written of list.map((one) => one.trim()).filter((one) => one !== '')) {
    const address = addressIn(written);
    if (address === undefined) bad.push(written);
    else if (!good.has(address.toLowerCase()))
      good.set(address.toLowerCase(), { key: address.toLowerCase(), address });
  }
  return { good: [...good.values()], bad };
}

/** An address that is not mailed, as it was written: it is none, or the edition's list doesn't have it. */
export interface LeftOut {
  readonly address: string;
  readonly because: 'no_address' | 'no_recipient';
}

/** Those of `wanted` that the list has, and the others with the reason. */
export function sortRecipients(
  wanted: readonly string[],
  list: readonly string[],
): { readonly good: readonly string[]; readonly leftOut: readonly LeftOut[] } {
  const known = new Set(readRecipients(list).good.map(({ key }) => key));
  const good: string[] = [];
  const leftOut: LeftOut[] = [];
  for (const address of wanted.map((one) => one.trim())) {
    const read = addressIn(address);
    if (read === undefined) leftOut.push({ address, because: 'no_address' });
    else if (known.has(read.toLowerCase())) good.push(address);
    else leftOut.push({ address, because: 'no_recipient' });
  }
  return { good, leftOut };
}

/** "ann@example.org", also in "Ann <ann@example.org>"; its domain in ASCII. Undefined for what is no address. */
export function addressIn(written: string): string | undefined {
  if (/[\p{Cc}\p{Cf}]/u.test(written)) return undefined;
  const address = (NAMED.exec(written)?.[1] ?? written).trim();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = asciiDomain(address.slice(at + 1));
  const ascii = `${local}@${domain}`;
  const isGood =
    at > 0 &&
    ascii.length <= LONGEST &&
    local.length <= LONGEST_LOCAL &&
    LOCAL.test(local) &&
    domain.split('.').every((label) => LABEL.test(label)) &&
    (domain.includes('.') || domain.toLowerCase() === 'localhost');
  return isGood ? ascii : undefined;
}

/** One in ASCII stays as it was written. Empty for what is no domain. */
function asciiDomain(written: string): string {
  return /^\p{ASCII}*$/u.test(written) ? written : domainToASCII(written);
}
