/** Pictures as the web has them, real and hostile. */
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Something to see: a gradient with a ball, `width` × `height`. */
export function photo(width = 1_000, height = 600): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop stop-color="#c33"/><stop offset="1" stop-color="#247"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="30%" cy="40%" r="15%" fill="#fe6"/></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

/** Three frames: red, green, blue. */
export async function animatedGif(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#d01010', '#10d010', '#1010d0'].map((colour) =>
      photo(500, 300)
        .composite([
          {
            input: { create: { width: 500, height: 200, channels: 3, background: colour } },
            gravity: 'south',
          },
        ])
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
}

/** A PNG whose header says `width` × `height`, with a body of a few bytes. */
export function bombPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const body = deflateSync(Buffer.alloc(4_096));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG that is small, with a header that says otherwise. */
export async function bombJpeg(): Promise<Buffer> {
  const bytes = await photo(400, 300).jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(65_500, frame + 5);
  bytes.writeUInt16BE(65_500, frame + 7);
  return bytes;
}

/** A GIF that claims a screen of 65,535 × 65,535. */
export async function bombGif(): Promise<Buffer> {
  const bytes = await photo(400, 300).gif().toBuffer();
  bytes.writeUInt16LE(65_535, 6);
  bytes.writeUInt16LE(65_535, 8);
  return bytes;
}

export const SVG_WITH_SCRIPT = Buffer.from(
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="800" height="600"><script>fetch('http://127.0.0.1/')</script><image xlink:href="file:///etc/passwd" width="10" height="10"/></svg>`,
);

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), framed.length - 4);
  return framed;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
