/** The addresses that somebody wrote into a list of recipients. */
import { addressIn } from '../../text/mail-address.ts';

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
