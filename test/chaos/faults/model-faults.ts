/** What language models do to whoever asks them. */
import type { GeminiFault } from '../../support/models/loopback-gemini-script.ts';
import { says } from '../../support/models/loopback-gemini-script.ts';
import type { Scene } from '../scene.ts';
import { wait } from '../stage.ts';
import type { Fault } from '../stage.ts';

const overloaded = { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' } as const;

export const modelFaults: readonly Fault[] = [
  failing('model 500', {
    kind: 'error',
    code: 500,
    status: 'INTERNAL',
    message: 'An internal error has occurred.',
  }),
  failing('model 503', { kind: 'error', ...overloaded }),
  failing('model 503 in mid-stream', { kind: 'error_in_stream', ...overloaded }),
  failing('model 429', { kind: 'per_minute', retryMs: 2_000 }),
  failing('model hung up', { kind: 'hangs_up' }),
  failing('model broke off', { kind: 'breaks_off', after: 'The fer' }),
  failing('model fell silent', { kind: 'falls_silent', after: 'The fer' }),
  failing('model never answered', { kind: 'never_answers' }),
  failing('model spoke HTML', {
    kind: 'raw',
    status: 200,
    type: 'text/html',
    body: '<!doctype html><p>It works!',
  }),
  failing('model spoke gibberish', { kind: 'raw_stream', body: '{"candidates": [{"content": ' }),
  lasting('model slow', ({ gemini }) => {
    gemini.slowMs = 3_000;
    return () => (gemini.slowMs = 0);
  }),
  lasting('model answered garbage', ({ gemini }) => {
    gemini.replyWith(...['{"status": "SUC', 'No.', '{}', '[1, 2'].map((text) => says(text)));
    return () => {};
  }),
];

function failing(name: string, fault: GeminiFault): Fault {
  return lasting(name, ({ gemini }) => {
    gemini.limit('a-key', fault);
    return () => gemini.limit('a-key', undefined);
  });
}

function lasting(name: string, begin: (scene: Scene) => () => void): Fault {
  return {
    name,
    strike: async ({ scene, chance, over }) => {
      const end = begin(scene);
      await wait(chance.between(500, 8_000), over);
      end();
    },
  };
}
