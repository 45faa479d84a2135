import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};

it('the lock file has every platform of every package, so that a clean install works anywhere', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

it('the lock file names no address that packages are fetched from', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it('the lock file has the digest of every package', () => {
  const without = Object.entries(packages)
    .filter(
      ([path, { integrity, link }]) => path !== '' && link !== true && !/^sha512-/.test(integrity ?? ''),
    )
    .map(([path]) => path);
  expect(without).toEqual([]);
});

it('NOTICE names every installed package whose licence asks for more than that its notice stays with it', () => {
  const notice = readFileSync(new URL('../NOTICE', import.meta.url), 'utf8');
  const asksForNoMore = /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0)$/;
  const choosable = (licence: string) =>
    licence
      .slice(1, -1)
      .split(' OR ')
      .some((one) => asksForNoMore.test(one));
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  const missing = installed
    .filter(
      ([, { license = 'none' }]) =>
        !asksForNoMore.test(license) && !(license.startsWith('(') && choosable(license)),
    )
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter(
      (name) => !notice.includes(name) && !notice.includes(name.replace(/-[a-z]+-[a-z0-9]+$|-\w+$/, '-*')),
    );
  expect(installed.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

it('the threat model names tests that there are', () => {
  const model = readFileSync(new URL('../docs/threat-model.md', import.meta.url), 'utf8');
  const named = [...model.matchAll(/`((?:test|src)\/[^`]+)`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
});

/** The settings are Discord's by their documented names; which channel a session is in, nobody asks there either. */
const NAMES_ITS_SETTINGS = ['config/config.ts', 'config/read-config.ts', 'config/settings.ts'];
/** How one platform is told from others: its name, its keys, what it writes for chats, people and moments. */
const OF_ONE_PLATFORM = /['"`]discord['"`]|\bdiscord:|<#|<@|<t:/u;

it('only the folder of a channel knows its name and how it writes things: the rooms ask its traits', () => {
  const folder = new URL('../src/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('channels/discord/'));
  const found = files.filter((file) => OF_ONE_PLATFORM.test(readFileSync(new URL(file, folder), 'utf8')));
  expect(files.length).toBeGreaterThan(500);
  expect(found.sort()).toEqual(NAMES_ITS_SETTINGS);
});
