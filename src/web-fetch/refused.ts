/** Turns any error inside a fetch into a named failure. */
import { FetchRefused, type FetchFailure } from './fetcher.ts';

/** Error codes of untrusted certificates, and of servers that speak no TLS. */
const TLS = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|HOSTNAME_MISMATCH)/;

/** The `FetchRefused` in an error or its cause, or a new one that names the error's code. */
export function asRefused(error: unknown): FetchRefused {
  if (error instanceof FetchRefused) return error;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (cause instanceof FetchRefused) return cause;
  return new FetchRefused(nameOf(code ?? ''), code === undefined ? message : `${code}: ${message}`, {
    cause: error,
  });
}

function nameOf(code: string): FetchFailure {
  if (/TIMEOUT|TIMEDOUT/.test(code)) return 'timeout';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'too_large';
  if (TLS.test(code)) return 'tls';
  return 'network';
}
