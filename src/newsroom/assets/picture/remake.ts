/**
 * Re-encodes somebody else's picture, keeping only its pixels: no location, camera or program. Animations keep their
 * first frame.
 */
import { errorMessage } from '../../../text/error-message.ts';
import type { Sharp, SharpOptions } from 'sharp';
import { loadSharp } from '../load-sharp.ts';
import { PictureFailed } from '../picture-failed.ts';
import type { MadePicture } from '../studio-work.ts';

/** 24 megapixels come from a good camera, 40 from a very good one. */
const MOST_PIXELS = 40_000_000;
const LONGEST_SIDE = 12_000;
/** Smaller ones are logos, buttons and tracking pixels. */
const LEAST = { width: 400, height: 200 } as const;
/** More extreme ratios are banners. */
const RATIO = { least: 0.5, most: 3.2 } as const;
/** A placeholder's pixels hardly differ. */
const LEAST_DEVIATION = 3;
const SIDE = 1_600;
const QUALITY = 82;

/**
 * Re-encode a picture, without metadata and limited in size.
 *
 * @throws PictureFailed when it is not a picture, too large, or broken.
 */
export async function remake(bytes: Uint8Array): Promise<MadePicture> {
  if (!isPicture(bytes))
    throw new PictureFailed('not_a_picture', `bytes that begin with ${beginning(bytes)}`);
  const sharp = await loadSharp();
  const options: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, animated: false };
  const open = () => sharp(bytes, options);
  await judgeHeader(open());
  try {
    const small = open()
      .autoOrient()
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    const { data, info } = await small
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .toBuffer({ resolveWithObject: true });
    await judgeContent(sharp(data));
    return { bytes: data, extension: 'jpg', width: info.width, height: info.height };
  } catch (error) {
    throw error instanceof PictureFailed ? error : failedTo(error, 'decode');
  }
}

/** By the first bytes, whatever the server calls it. Not SVG, which can run scripts and fetch, nor uncommon formats. */
function isPicture(bytes: Uint8Array): boolean {
  const begins = (at: number, ...wanted: number[]) => wanted.every((byte, n) => bytes[at + n] === byte);
  const isPng = begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const isJpeg = begins(0, 0xff, 0xd8, 0xff);
  const isGif = begins(0, 0x47, 0x49, 0x46, 0x38) && (bytes[4] === 0x37 || bytes[4] === 0x39);
  const isWebp = begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50);
  return isPng || isJpeg || isGif || isWebp;
}

/** Check the header before any pixel is decoded. */
async function judgeHeader(picture: Sharp): Promise<void> {
  const { autoOrient, width, height } = await picture.metadata().catch((error: unknown) => {
    throw failedTo(error, 'open');
  });
  if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE)
    throw new PictureFailed('too_many_pixels', `${width} × ${height} pixels`);
  const shown = autoOrient;
  const ratio = shown.width / shown.height;
  if (shown.width < LEAST.width || shown.height < LEAST.height || ratio < RATIO.least || ratio > RATIO.most)
    throw new PictureFailed('unfit', `${shown.width} × ${shown.height} pixels`);
}

async function judgeContent(picture: Sharp): Promise<void> {
  const { channels } = await picture.stats();
  if (channels.every(({ stdev }) => stdev < LEAST_DEVIATION))
    throw new PictureFailed('unfit', 'it is of one colour');
}

function failedTo(what: string | unknown, doing: string): PictureFailed {
  const said = errorMessage(what);
  const error = /pixel limit|too large|exceeds/i.test(said) ? 'too_many_pixels' : 'broken';
  return new PictureFailed(error, `could not ${doing} it: ${said.split('\n')[0] ?? ''}`, { cause: what });
}

function beginning(bytes: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 16));
  return JSON.stringify(text.replace(/[^\x20-\x7e]/g, '·'));
}
