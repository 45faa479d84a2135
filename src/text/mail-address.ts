/** The address in what people write as a mailbox. */
import { domainToASCII } from 'node:url';

const LONGEST = 254;
const LONGEST_LOCAL = 64;
const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu;
const NAMED = /^[^<>]*<([^<>]*)>$/u;

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
