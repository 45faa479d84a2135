import type sharp from 'sharp';

/** Libvips, on one thread and without a cache of what was done before: no picture comes twice. */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp');
  loaded.cache(false);
  loaded.concurrency(1);
  return loaded;
}
