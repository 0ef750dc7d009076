import { createHash } from 'node:crypto';
import type { Sharp, SharpOptions } from 'sharp';
import { PICTURE_PIXELS, PICTURE_QUALITY, PICTURE_SIDE } from '../../domain/pictures/rules.ts';
import { PictureRefused, type Pictures, PicturesOverloaded } from '../../domain/ports/pictures.ts';
import { createFairTurns } from '../fair-turns.ts';
import { decodeBase64 } from './base64.ts';
import { typeOf } from './type-of.ts';

/** Pictures that are decoded at a time: they share the threads of Node with password hashes. */
const AT_ONCE = 2;
/** Pictures that may wait, each up to 7 MB of memory. */
const MOST_WAITING = 30;
/** Seconds after which a picture is given up. */
const LONGEST_SECONDS = 10;

type OpenPicture = (bytes: Buffer, options: SharpOptions) => Sharp;

/** Loaded when the first picture comes: most programs of Kindra never see one. */
async function loadSharp(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

const damaged = (cause: unknown) => new PictureRefused('BROKEN_PICTURE', { cause });

/** Looks at the header alone, before anything is decoded. */
async function checkPixels(open: OpenPicture, bytes: Buffer): Promise<void> {
  const { width, height } = await open(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw damaged(error);
    });
  if (width * height > PICTURE_PIXELS) throw new PictureRefused('PICTURE_TOO_MANY_PIXELS');
}

/** Encodes a picture anew: upright, small, in sRGB, on white, and nothing but pixels. */
const encode = (open: OpenPicture, bytes: Buffer): Promise<Buffer> =>
  open(bytes, { limitInputPixels: PICTURE_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: PICTURE_SIDE, height: PICTURE_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: PICTURE_QUALITY * 100 })
    .timeout({ seconds: LONGEST_SECONDS })
    .toBuffer()
    .catch((error: unknown) => {
      throw damaged(error);
    });

/** The one group that all pictures wait in. */
const ALL_PICTURES = 'pictures';

/** Pictures by sharp, whose work runs on threads of its own. */
export function createPictures({ atOnce = AT_ONCE, mostWaiting = MOST_WAITING } = {}): Pictures {
  const turns = createFairTurns({
    concurrency: atOnce,
    maxWaiting: mostWaiting,
    maxWaitingPerGroup: mostWaiting,
    overloaded: () => new PicturesOverloaded(),
  });
  let loading: Promise<OpenPicture> | undefined;

  return {
    shrink: (imageBase64) =>
      turns.take(ALL_PICTURES, async () => {
        const bytes = await decodeBase64(imageBase64);
        if (!typeOf(bytes)) throw new PictureRefused('UNSUPPORTED_PICTURE');
        loading ??= loadSharp();
        const open = await loading;
        await checkPixels(open, bytes);
        const jpeg = await encode(open, bytes);
        return { jpeg, hash: createHash('sha256').update(jpeg).digest('hex') };
      }),
  };
}
