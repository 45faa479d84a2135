import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';
import { callWithoutDesk, openHome, openForWork } from '../../src/main/open-home.ts';
import { lockHome } from '../../src/store/home-lock.ts';
import { tempHome } from '../support/temp-home.ts';

it.each([
  ['what can be seen', openHome],
  ['newsletters', openForWork],
  ['a method', (terms: Parameters<typeof openForWork>[0]) => callWithoutDesk('tides.post', {}, terms)],
])('a home that can’t be opened for %s is left as it was found', async (_, open) => {
  const home = tempHome();
  mkdirSync(join(home, 'prompts'));
  writeFileSync(join(home, 'prompts', 'registry.json'), '{ broken');
  const { config } = readConfig({ LOG_LEVEL: 'silent' }, home);
  await expect(open({ config })).rejects.toThrow('registry.json');
  lockHome(config.paths.lock, 1).release();
});
