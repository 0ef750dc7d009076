import { createHash } from 'node:crypto';
import type { default as Sharp } from 'sharp';
import {
  brokenPicture,
  MAX_PICTURE_PIXELS,
  PICTURE_QUALITY,
  PICTURE_SIDE_PIXELS,
  pictureTooManyPixels,
  unsupportedPicture,
} from '../../domain/pictures/rules.ts';
import { PictureRefused, type Pictures, PicturesOverloaded } from '../../domain/ports/pictures.ts';
import { createFairQueue } from '../fair-queue.ts';
import { decodeBase64 } from './base64.ts';
import { detectType } from './detect-type.ts';
import { drawPreview } from './preview.ts';

/** Maximum number of concurrent pictures: they share Node's thread pool with password hashing. */
const MAX_CONCURRENT = 2;
/** Maximum number of waiting pictures, with up to 7 MB of memory each. */
const MAX_WAITING = 30;
/** Timeout of one picture, in seconds. */
const TIMEOUT_SECONDS = 10;

type OpenPicture = typeof Sharp;

/** Loads sharp on demand, because most processes never handle pictures. */
async function loadSharp(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

const createBrokenError = (cause: unknown) => new PictureRefused(brokenPicture, { cause });

/** Checks dimensions in the header, before decoding. */
async function checkDimensions(openPicture: OpenPicture, bytes: Buffer): Promise<void> {
  const { width, height } = await openPicture(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw createBrokenError(error);
    });
  if (width * height > MAX_PICTURE_PIXELS) throw new PictureRefused(pictureTooManyPixels);
}

/** Encodes a picture: upright, scaled down, sRGB, on white, without metadata. */
const encode = (openPicture: OpenPicture, bytes: Buffer): Promise<Buffer> =>
  openPicture(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({
      width: PICTURE_SIDE_PIXELS,
      height: PICTURE_SIDE_PIXELS,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: PICTURE_QUALITY * 100 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer()
    .catch((error: unknown) => {
      throw createBrokenError(error);
    });

/** Queue groups: many previews do not delay uploads. */
const ALL_PICTURES = 'pictures';
const PREVIEWS = 'previews';

/** Processes pictures with sharp, in worker threads. */
export function createPictures({ maxConcurrent = MAX_CONCURRENT, maxWaiting = MAX_WAITING } = {}): Pictures {
  const queue = createFairQueue({
    concurrency: maxConcurrent,
    maxWaiting,
    maxWaitingPerGroup: maxWaiting,
    createOverloadError: () => new PicturesOverloaded(),
  });
  let sharpPromise: Promise<OpenPicture> | undefined;

  return {
    shrink: (imageBase64) =>
      queue.run(ALL_PICTURES, async () => {
        const bytes = await decodeBase64(imageBase64);
        if (!detectType(bytes)) throw new PictureRefused(unsupportedPicture);
        sharpPromise ??= loadSharp();
        const openPicture = await sharpPromise;
        await checkDimensions(openPicture, bytes);
        const jpeg = await encode(openPicture, bytes);
        return { jpeg, hash: createHash('sha256').update(jpeg).digest('hex') };
      }),
    drawPreview: (preview) =>
      queue.run(PREVIEWS, async () => {
        sharpPromise ??= loadSharp();
        return drawPreview(await sharpPromise, preview);
      }),
  };
}
