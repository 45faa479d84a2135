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

it('goes from what was edited to what was saved, without the values of before', async () => {
  const { Settings } = await import('../../web/state/settings.ts');
  const saved = { revision: '1', title: 'Sample desk' };
  const answers: Record<string, (params: { changes?: { title: string } }) => object> = {
    'settings.get': () => ({
      name: 'sample',
      form: [],
      mistakes: [],
      ...saved,
      given: { title: saved.title },
    }),
    'settings.secrets.list': () => ({ secrets: [] }),
    'settings.save': ({ changes }) => {
      Object.assign(saved, { revision: '2', title: changes!.title });
      return { restart: [] };
    },
  };
  const call = (name: string, params = {}) => Promise.resolve(answers[name]!(params));
  const store = {
    view: signal('settings'),
    connection: signal('open'),
    author: signal('Ada'),
  } as unknown as Store;
  const settings = new Settings(call as unknown as Call, store);
  await settings.load();
  settings.edited.value = { title: 'The Harbour Desk' };
  const titles: unknown[] = [];
  settings.edited.subscribe((edited) => void titles.push(edited?.['title']));
  expect(await settings.save('1')).toBe(true);
  expect(new Set(titles)).toEqual(new Set(['The Harbour Desk']));
  expect(settings.isChanged()).toBe(false);
});
