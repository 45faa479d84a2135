import sharp from 'sharp';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** How many pixels of a region are about this colour (`#0072B2`). */
  count(colour: string, region?: Region): number;
  /** Share of a region's pixels that are dark, 0 to 1. */
  ink(region: Region): number;
  /** The region's pixels, to be compared. */
  cut(region: Region): string;
}

interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A picture as its reader sees it. */
export async function pixelsOf(bytes: Uint8Array | string): Promise<Pixels> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const all = { left: 0, top: 0, width, height };
  const colours = function* (region: Region): Generator<readonly [number, number, number]> {
    for (let y = region.top; y < region.top + region.height; y++)
      for (let x = region.left; x < region.left + region.width; x++) {
        const at = (y * width + x) * 3;
        yield [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      }
  };
  return {
    width,
    height,
    count(colour, region = all) {
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [
        number,
        number,
        number,
      ];
      let count = 0;
      for (const [red, green, blue] of colours(region))
        if (Math.abs(red - r) + Math.abs(green - g) + Math.abs(blue - b) < 12) count++;
      return count;
    },
    ink(region) {
      let dark = 0;
      for (const [red, green, blue] of colours(region)) if (red + green + blue < 384) dark++;
      return dark / (region.width * region.height);
    },
    cut(region) {
      return [...colours(region)].join(';');
    },
  };
}
