import { z } from 'zod';
import { method, noParams } from '../../../src/feature/rpc-method.ts';

/** A method that goes on until nobody waits for it. */
export function waiting(begun: () => void, ended: () => void = () => {}) {
  return method(
    {
      description: 'Wait for the tide.',
      scope: 'read',
      params: noParams,
      result: z.strictObject({}),
      hints: { readOnly: true },
    },
    (_params, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended();
          reject(new Error('nobody waits'));
        });
        begun();
      }),
  );
}
