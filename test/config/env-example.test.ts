import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS } from '../../src/config/settings.ts';
import type { Setting } from '../../src/config/settings.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

it('documents every setting in .env.example, in the order of the table, and no other', () => {
  const names = [...example.matchAll(/^#([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
  expect(names).toEqual(Object.keys(SETTINGS));
});

it('says the same as the table: meaning, default and example', () => {
  for (const [name, setting] of Object.entries<Setting>(SETTINGS)) {
    const paragraph = `# ${setting.meaning}\n# Default: ${setting.fallback}.\n#${name}=${setting.example}\n`;
    expect(example).toContain(paragraph);
  }
});

it('shows examples that the desk would take, but for a token that everybody can read', () => {
  for (const [name, setting] of Object.entries<Setting>(SETTINGS))
    expect(setting.form.schema.safeParse(setting.example).success, name).toBe(name !== 'GATEWAY_TOKEN');
});
