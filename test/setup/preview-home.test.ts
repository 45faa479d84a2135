/** A preview has a home of its own: it shares no data with a desk, and speaks to nobody. */
import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { programFiles } from '../../src/config/program-files.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { readEdition } from '../../src/newsroom/edition/edition.ts';
import { editionOf } from '../../src/newsroom/edition/home-edition.ts';
import { previewOver } from '../../src/setup/preview-home.ts';
import { Setup } from '../../src/setup/setup.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

it('has the settings of a home without its database, its mail server and the secrets of its channels', async () => {
  const home = tempHome();
  writeFileSync(join(home, '.env'), 'OPENAI_MODEL=old\n');
  const env = { NIGHTDESK_HOME: home, DATABASE_URL: 'postgres://127.0.0.1:9/news', GEMINI_API_KEYS: 'outer' };
  const { config } = readConfig(env, '/');
  const files = {
    edition: '{"name":"mine","approval":true,"desk":{"discord":"100000000000000001"}}',
    env: 'DISCORD_TOKEN=secret\nSMTP_URL=smtp://127.0.0.1:9\nOPENAI_MODEL=new\nGEMINI_API_KEYS=inner\n',
  };
  let seen: Config | undefined;
  const signal = new AbortController().signal;
  await previewOver(files, config, {
    secrets: ['DISCORD_TOKEN'],
    signal,
    run: (given) => {
      seen = given;
      expect(existsSync(join(given.paths.editions, 'preview.json'))).toBe(true);
      return Promise.resolve({ kind: 'none', because: 'a test' });
    },
  });
  expect(seen!.home).not.toBe(home);
  expect(existsSync(seen!.home)).toBe(false);
  expect(seen).toMatchObject({ edition: 'preview', openai: { model: 'new' }, gemini: { keys: ['outer'] } });
  expect([seen!.databaseUrl, seen!.mail, seen!.discord.token]).toEqual([undefined, undefined, undefined]);
});

it('previews the edition that the desk reads where a path names it', async () => {
  const path = relative('.', join(programFiles.editions, 'uk-hk.json'));
  const { config } = readConfig({ NIGHTDESK_HOME: tempHome(), NIGHTDESK_EDITION: path }, '/');
  const setup = new Setup({ config, clock: new FakeClock(0), channels: [] });
  const run = async ({ paths }: Config) => {
    const { title } = readEdition('preview', [paths.editions]);
    return { kind: 'none', because: title } as const;
  };
  const { signal } = new AbortController();
  expect(await setup.preview(run, signal)).toEqual({ kind: 'none', because: editionOf(config).title });
});
