import { request } from 'node:http';

/** Names the process in the answer to `/healthz`, the same as in the address file. */
export const PROCESS_HEADER = 'nightdesk-process';

/**
 * The process of the desk that listens there; undefined where none does.
 * @returns `silent` when whoever listens says nothing for so long.
 */
export function processAt(address: string, patienceMs: number): Promise<number | 'silent' | undefined> {
  return new Promise((resolve) => {
    const asked = request(`${address}/healthz`, { agent: false, timeout: patienceMs }, (response) => {
      const told = response.statusCode === 200 ? response.headers[PROCESS_HEADER] : undefined;
      resolve(told === undefined ? undefined : Number(told));
      if (told === undefined) response.destroy();
      else response.resume();
    });
    asked
      .on('timeout', () => {
        resolve('silent');
        asked.destroy();
      })
      .on('error', () => resolve(undefined))
      .end();
  });
}
