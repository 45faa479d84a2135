/**
 * A prompt that says something else has another version: receipts and turn records name prompts by id and version, and
 * are read long after. `versions.json` holds the fingerprint of each version; a new one is added there by hand.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Prompts } from '../../src/agent/prompts.ts';

const folder = fileURLToPath(new URL('../../prompts', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown;
const { prompts } = read(`${folder}/registry.json`) as {
  prompts: Record<string, { template_path: string; version: number; material?: readonly string[] }>;
};
const known = read(fileURLToPath(new URL('versions.json', import.meta.url))) as Record<string, string>;
const languages = (['en', 'zh-Hant-HK'] as const).map((language) => Prompts.read([folder], language));

it.each(Object.entries(prompts))('%s is what its version says, in each language', (id, entry) => {
  // A prompt that is the same in both has the fingerprint that it had when there was one language.
  const texts = [...new Set(languages.map((in_) => in_.template(id)))];
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([...texts, entry.material ?? []]))
    .digest('hex');
  const name = `${id} v${entry.version}`;
  expect(
    { [name]: known[name] },
    known[name] === undefined
      ? `add "${name}": "${fingerprint}" to versions.json`
      : `${entry.template_path} has changed: raise its version in registry.json, then add it to versions.json`,
  ).toEqual({ [name]: fingerprint });
});
