import sharp from 'sharp';

/** A card is what Discord shows in full width, and something is drawn on it. */
export async function pictureFaults(path: string): Promise<string[]> {
  const { width, height, format } = await sharp(path).metadata();
  const { channels } = await sharp(path).stats();
  const drawn = Math.max(...channels.map(({ stdev }) => stdev));
  const is = `${format} of ${width} × ${height}, deviation ${drawn.toFixed(1)}`;
  return format === 'png' && width === 1_200 && height === 675 && drawn > 10 ? [] : [`${path} is a ${is}`];
}
