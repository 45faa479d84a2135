import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The connection ended without a whole answer, after the request may have arrived. */
export class LineBroke extends Error {
  override readonly name = 'LineBroke';
}

/**
 * POST JSON and wait for the answer, however long the desk works on it; `fetch` would give up after five minutes.
 * Each request has a connection of its own, so none meets one that the desk is closing.
 *
 * @throws LineBroke; another error where no connection came about.
 */
export function postTo(url: string, token: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const failed = (error: unknown) =>
      reject(isConnected ? new LineBroke('no answer', { cause: error }) : (error as Error));
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    request(url, { method: 'POST', agent: false, headers }, (response) => {
      text(response).then(resolve, failed);
    })
      .on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
      .on('error', failed)
      .end(body);
  });
}
