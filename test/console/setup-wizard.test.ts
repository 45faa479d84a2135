import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../web/state/gateway-client.ts';
import type { Store } from '../../web/state/store.ts';
import { eventually } from '../support/fake-clock.ts';
import { stubBrowser } from './stub-browser.ts';

beforeEach(stubBrowser);
afterEach(() => void vi.unstubAllGlobals());

it('looks what became of a first run, though the desk did not say in time that it began', async () => {
  const { SetupWizard } = await import('../../web/state/setup.ts');
  const call = (method: string) =>
    method === 'setup.preview'
      ? Promise.resolve({ kind: 'none', because: 'nothing new' })
      : Promise.reject(new Error('the desk did not answer in time'));
  const store = { view: signal('setup'), connection: signal('open') } as unknown as Store;
  const setup = new SetupWizard(call as unknown as Call, store);
  expect(await setup.startFirstRun()).toBe(false);
  await eventually(() => setup.firstRun.value.kind === 'none');
});
