import sharp from 'sharp';
import type { TestApi } from './api.ts';

/** Creates an encoded, single-coloured picture. Width and height are in pixels. */
export const createPicture = (
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#b06030' } })
    .toFormat(format)
    .toBuffer();

/** A JPEG picture of 2 × 2 pixels. */
export const PICTURE = await createPicture(2, 2, 'jpeg');

/** Creates a valid, incompressible PNG picture that is at least `bytes` bytes long. */
export function createLargePicture(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes / 3));
  const pixels = Buffer.alloc(side * side * 3);
  let seed = 1;
  for (let index = 0; index < pixels.length; index += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[index] = seed >> 16;
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Stores the picture that campaigns from `createCrowdfunding` refer to. */
export async function storePicture(api: TestApi, subjectId: string, ownerId: string): Promise<void> {
  const picture = { jpeg: PICTURE, hash: '0'.repeat(64) };
  await api.foundation.privateData.pictures.save(subjectId, ownerId, picture);
}
