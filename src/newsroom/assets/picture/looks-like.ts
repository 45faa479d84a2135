/** Detects an image format from the first bytes, ignoring the server's label. */

export type PictureFormat = 'png' | 'jpeg' | 'gif' | 'webp';

/** Undefined for anything else: pages, SVG (which can run scripts and fetch), uncommon formats. */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const begins = (at: number, ...wanted: number[]) => wanted.every((byte, n) => bytes[at + n] === byte);
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (begins(0, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (begins(0, 0x47, 0x49, 0x46, 0x38) && (bytes[4] === 0x37 || bytes[4] === 0x39)) return 'gif';
  if (begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50)) return 'webp';
  return undefined;
}
