import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { remake } from '../../../src/newsroom/assets/picture/remake.ts';
import { animatedGif, bombGif, bombJpeg, bombPng, photo, SVG_WITH_SCRIPT } from './foreign-pictures.ts';
import { pixelsOf } from './pixels.ts';

const TAGS = {
  IFD0: { Copyright: 'Somebody', Artist: 'A. Photographer' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 18/1 0/1' },
};

describe('a picture of somebody else', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('is made anew from %s', async (format) => {
    const made = await remake(await photo().toFormat(format).toBuffer());
    expect(made).toMatchObject({ extension: 'jpg', width: 1_000, height: 600 });
    const seen = await pixelsOf(made.bytes);
    const yellow = { left: 260, top: 200, width: 80, height: 80 };
    expect(seen.count('#ffee66', yellow)).toBeGreaterThan(format === 'gif' ? 1_000 : 4_000);
  });

  it('keeps nothing of what came with it, and stands upright', async () => {
    const turned = await photo(900, 500).withExif(TAGS).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const before = await sharp(turned).metadata();
    expect(before.exif).toBeDefined();
    const made = await remake(turned);
    const after = await sharp(made.bytes).metadata();
    expect(after).toMatchObject({ format: 'jpeg', width: 500, height: 900 });
    for (const field of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const)
      expect(after[field], field).toBeUndefined();
    expect(Buffer.from(made.bytes).includes('Photographer')).toBe(false);
  });

  it('has at most 1,600 pixels a side', async () => {
    const made = await remake(await photo(4_000, 2_500).jpeg().toBuffer());
    expect(made).toMatchObject({ width: 1_600, height: 1_000 });
    expect(made.bytes.length).toBeLessThan(500_000);
  });

  it('is the first frame of what moves', async () => {
    const made = await remake(await animatedGif());
    expect(made).toMatchObject({ width: 500, height: 300 });
    const { channels } = await sharp(made.bytes)
      .extract({ left: 10, top: 150, width: 480, height: 140 })
      .stats();
    expect(channels[0]!.mean).toBeGreaterThan(180);
    expect(channels[2]!.mean).toBeLessThan(60);
  });

  it('is as large as its frame where a GIF claims a screen of 65,535 × 65,535', async () => {
    expect(await remake(await bombGif())).toMatchObject({ width: 400, height: 300 });
  });

  it('has a white ground where one could see through it', async () => {
    const clear = await sharp({ create: { width: 600, height: 400, channels: 4, background: '#00000000' } })
      .composite([{ input: await photo(200, 200).png().toBuffer(), gravity: 'center' }])
      .png()
      .toBuffer();
    const seen = await pixelsOf((await remake(clear)).bytes);
    expect(seen.count('#ffffff', { left: 0, top: 0, width: 100, height: 100 })).toBeGreaterThan(9_900);
  });

  const flat = (width: number, height: number, background = '#777') =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['a PNG of 65,535 × 65,535', 'too_many_pixels', () => bombPng(65_535, 65_535)],
    ['a PNG of 30,000 × 400', 'too_many_pixels', () => bombPng(30_000, 400)],
    ['a PNG of 7,000 × 7,000', 'too_many_pixels', () => bombPng(7_000, 7_000)],
    ['a JPEG that claims 65,500 × 65,500', 'too_many_pixels', bombJpeg],
    ['a PNG without its pixels', 'broken', () => bombPng(3_000, 3_000)],
    ['a PNG of nothing', 'broken', () => bombPng(0, 0)],
    ['a JPEG cut in half', 'broken', async () => (await photo().jpeg().toBuffer()).subarray(0, 9_000)],
    ['a PNG cut in half', 'broken', async () => (await photo().png().toBuffer()).subarray(0, 4_000)],
    ['a WebP cut in half', 'broken', async () => (await photo().webp().toBuffer()).subarray(0, 1_000)],
    ['the beginning of a GIF', 'broken', () => Buffer.from('GIF89a')],
    ['a page', 'not_a_picture', () => Buffer.from('<!doctype html><title>Not found</title>')],
    ['an SVG with a script and a file', 'not_a_picture', () => SVG_WITH_SCRIPT],
    ['a TIFF', 'not_a_picture', () => photo().tiff().toBuffer()],
    ['an AVIF', 'not_a_picture', () => photo(400, 300).avif({ effort: 0 }).toBuffer()],
    ['no bytes', 'not_a_picture', () => Buffer.alloc(0)],
    ['a tracker', 'unfit', () => flat(1, 1)],
    ['a logo', 'unfit', () => photo(300, 90).png().toBuffer()],
    ['a banner', 'unfit', () => photo(2_000, 300).png().toBuffer()],
    ['a placeholder of one colour', 'unfit', () => flat(1_200, 630)],
  ])('is refused when it is %s: %s', async (_what, error, bytes) => {
    await expect(remake(await bytes())).rejects.toMatchObject({ name: 'PictureFailed', error });
  });
});
