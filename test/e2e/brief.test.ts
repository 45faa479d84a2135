/** A brief in a whole desk: ordered by a command, a method, plain words and a job, with the desk model and with Gemini. */
import { afterEach, expect, it } from 'vitest';
import { modelsDesk } from '../support/models-desk.ts';
import { FALLBACK } from '../../src/brief/wording.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

it('says that there is none where nothing was read, and asks no model', async () => {
  const desk = await modelsDesk({ env: {} });
  close = () => desk.stop();
  const made = await desk.rpc<Record<string, unknown>>('brief.run', {
    topic: 'AI regulation',
    sessionKey: 'console:desk',
  });
  expect(made).toMatchObject({ outcome: 'no_articles', final_post: FALLBACK.en, model_calls: 0 });
});
