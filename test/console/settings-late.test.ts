import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../web/state/gateway-client.ts';
import type { Store } from '../../web/state/store.ts';
import { stubBrowser } from './stub-browser.ts';

beforeEach(stubBrowser);
afterEach(() => void vi.unstubAllGlobals());

it('shows the mistakes of what stands there, also where an earlier answer comes late', async () => {
  const { Settings } = await import('../../web/state/settings.ts');
  const answers: ((tried: object) => void)[] = [];
  const call = () => new Promise((resolve) => void answers.push(resolve));
  const store = { view: signal('settings'), connection: signal('open') } as unknown as Store;
  const settings = new Settings(call as unknown as Call, store);
  settings.edited.value = { title: '' };
  const first = settings.try();
  settings.edited.value = { title: 'The Harbour Desk' };
  const second = settings.try();
  answers[1]!({ mistakes: [] });
  await second;
  answers[0]!({ mistakes: [{ path: ['title'], text: 'must not be empty' }] });
  expect(await first).toMatchObject({ mistakes: [{ path: ['title'] }] });
  expect(settings.mistakes.value).toEqual([]);
});
