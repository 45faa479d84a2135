import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Desks are killed as they are built: build them when a source is newer than what was built of it. */
export function buildWhenStale(): void {
  // Nothing is built of a declaration: it would be stale for ever, and a build while others run breaks them.
  const sources = readdirSync(at('src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.d.ts'),
  );
  const isStale = sources.some((file) => {
    const built = at(join('dist/modules', file.replace(/\.ts$/, '.js')));
    return !existsSync(built) || statSync(built).mtimeMs < statSync(at(join('src', file))).mtimeMs;
  });
  if (!isStale) return;
  const { status } = spawnSync(process.execPath, [at('bin/build.js'), '--modules'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the desk could not be built');
}
