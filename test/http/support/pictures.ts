import sharp from 'sharp';
import type { TestApi } from './api.ts';

/** Creates a picture of one colour. */
export const createPicture = (
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#b06030' } })
    .toFormat(format)
    .toBuffer();

/** A minimal JPEG. */
export const PICTURE = await createPicture(2, 2, 'jpeg');

/** Creates a valid, incompressible PNG of at least the given size. */
export function createLargePicture(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes / 3));
  const raw = Buffer.alloc(side * side * 3);
  let seed = 1;
  for (let at = 0; at < raw.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    raw[at] = seed >> 16;
  }
  return sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Stores a picture for a crowdfunding that was created by `createCrowdfunding`. */
export async function keepPicture(api: TestApi, subjectId: string, ownerId: string): Promise<void> {
  const picture = { jpeg: PICTURE, hash: '0'.repeat(64) };
  await api.foundation.privateData.pictures.keep(subjectId, ownerId, picture);
}
