/** Settings that a running desk takes up: what is saved counts at once, and what is undone no longer. */
import { expect, it } from 'vitest';
import { modelsDesk } from '../support/models-desk.ts';

it('switches votes off in selection and on again, without a restart', async () => {
  const desk = await modelsDesk({ env: {} });
  const isOn = async () => (await desk.rpc<{ on: boolean }>('newsroom.feedback.list')).on;
  const revision = async () => (await desk.rpc<{ revision: string }>('settings.get')).revision;
  expect(await isOn()).toBe(true);
  const saved = await desk.rpc('settings.save', { changes: { feedback: false }, over: await revision() });
  expect(saved).toEqual({ fields: ['feedback'], restart: [] });
  expect(await isOn()).toBe(false);
  await desk.rpc('settings.undo', { over: await revision() });
  expect(await isOn()).toBe(true);
  await desk.stop();
});
