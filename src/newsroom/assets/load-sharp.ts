import type sharp from 'sharp';

/** Load sharp with one thread and no cache, because no picture is processed twice. */
export async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp');
  loaded.cache(false);
  loaded.concurrency(1);
  return loaded;
}
