import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** What comes with the program, wherever it was built to: `src/` and `dist/` are both one folder below it. */
const root = fileURLToPath(new URL('../../', import.meta.url));

export const programFiles = {
  prompts: join(root, 'prompts'),
  editions: join(root, 'data', 'editions'),
  samples: join(root, 'data', 'samples'),
  web: join(root, 'web'),
  package: join(root, 'package.json'),
} as const;

/** As its package says it. */
export function programVersion(): string {
  return (JSON.parse(readFileSync(programFiles.package, 'utf8')) as { version: string }).version;
}
