/** The console's pages as they are built: small, strict, and whole by themselves. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../dist/web/', import.meta.url));
const MOST_BYTES = 170 * 1024;

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(FOLDER + name).isFile(),
);
const read = (name: string) => readFileSync(FOLDER + name, 'utf8');

it('have at most 170 KB, compressed, in all', () => {
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(FOLDER + name)).length, 0);
  expect(files.length).toBeGreaterThan(5);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

it('have nothing inline, and name no address but their own', () => {
  const page = read('index.html');
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  expect(page.match(/<script\b[^>]*>/g)?.every((tag) => / src="\.\/[^"]+"/.test(tag))).toBe(true);
  const named = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
  const styles = files.filter((name) => name.endsWith('.css')).map(read);
  expect(styles.join('')).not.toMatch(/@import|url\((?!["']?\.)/);
});

it('can be installed: a manifest whose icons are there, in the sizes that it says', () => {
  const { icons, ...about } = JSON.parse(read('manifest.webmanifest')) as {
    icons: { src: string; sizes: string; type: string }[];
  };
  expect(about).toMatchObject({ name: 'Nightdesk', display: 'standalone', start_url: './' });
  const sizes = icons
    .filter(({ type }) => type === 'image/png')
    .map(({ src, sizes: told }) => {
      const png = readFileSync(FOLDER + src);
      return [told, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`];
    });
  expect(sizes.length).toBe(3);
  for (const [told, real] of sizes) expect(real).toBe(told);
  expect(files).toContain(icons.find(({ type }) => type === 'image/svg+xml')?.src);
});
