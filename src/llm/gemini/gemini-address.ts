/** Gemini's address: Google's own, or the configured one. */
export interface Address {
  /** Without a trailing slash. */
  readonly base: string;
  /** For people: no path, no user name, no password. */
  readonly host: string;
}

const GOOGLE = 'https://generativelanguage.googleapis.com';

/** @returns the address, or a sentence that says what is wrong with it. A version at its end is left to the SDK. */
export function addressOf(given: string = GOOGLE): Address | string {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    return 'GEMINI_BASE_URL is no address.';
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'GEMINI_BASE_URL must begin with http:// or https://.';
  if (url.username !== '' || url.password !== '')
    return 'GEMINI_BASE_URL must not carry a name or a password; keys belong into GEMINI_API_KEYS.';
  if (url.search !== '' || url.hash !== '')
    return 'GEMINI_BASE_URL must end with its path; keys belong into GEMINI_API_KEYS.';
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1(?:beta|alpha)?$/, '');
  return { base: `${url.origin}${path}`, host: url.host };
}
