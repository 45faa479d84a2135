/**
 * The endpoint's address.
 *
 * An address without a path gets `/v1`; any other path is kept. A trailing slash and a copied `/chat/completions` are
 * removed. Without a scheme it is `http`. With a key only, it is OpenAI's.
 */
import { isIPv4 } from 'node:net';

export interface Address {
  /** Without a trailing slash. */
  readonly base: string;
  /** For people: no path, no user name, no password. */
  readonly host: string;
  /** Whether it is OpenAI's own, which follows its documentation. */
  readonly official: boolean;
  /** Whether it is on this machine or network, where the operator also chose the models. */
  readonly local: boolean;
}

const OFFICIAL = 'https://api.openai.com/v1';

/** @returns the address, or a sentence that says what is wrong with it. */
export function addressOf(given: string = OFFICIAL): Address | string {
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`);
  } catch {
    return 'OPENAI_BASE_URL is no address.';
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'OPENAI_BASE_URL must begin with http:// or https://.';
  if (url.username !== '' || url.password !== '')
    return 'OPENAI_BASE_URL must not carry a name or a password; a key belongs into OPENAI_API_KEY.';
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return {
    base: `${url.origin}${path === '' ? '/v1' : path}`,
    host: url.host,
    official: url.hostname === 'api.openai.com',
    local: isLocal(url.hostname),
  };
}

function isLocal(name: string): boolean {
  if (!name.includes('.') || name.startsWith('[')) return true;
  if (/\.(?:local|localhost|internal|lan|home\.arpa)$/.test(name)) return true;
  return isIPv4(name) && /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^0\.0\.0\.0$/.test(name);
}
