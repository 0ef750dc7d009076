import { createHash } from 'node:crypto';
import type { OutputInfo, default as Sharp } from 'sharp';
import type { AccountId } from '../../domain/kernel/ids.ts';
import {
  brokenPicture,
  listVariantSizes,
  MAX_PICTURE_PIXELS,
  PICTURE_QUALITY,
  PICTURE_SIDE_PIXELS,
  PROFILE_PICTURE_PIXELS,
  pictureTooManyPixels,
  unsupportedPicture,
  VARIANT_SIZES,
  VARIANT_TYPES,
} from '../../domain/pictures/rules.ts';
import {
  type Picture,
  PictureRefused,
  type PictureSet,
  type Pictures,
  PicturesOverloaded,
  type PictureVariant,
} from '../../domain/ports/pictures.ts';
import { createFairQueue } from '../fair-queue.ts';
import { decodeBase64 } from './base64.ts';
import { drawPreview } from './preview.ts';

/** Concurrent pictures. They share Node's thread pool with password hashing. */
const MAX_CONCURRENT = 2;
/** Maximum number of waiting pictures. Each takes up to 7 MB of memory. */
const MAX_WAITING = 30;
/** Maximum number of waiting pictures of one account, and of waiting previews. */
const MAX_WAITING_PER_GROUP = 15;
const TIMEOUT_SECONDS = 10;
const LARGEST_SIDE = Math.max(...VARIANT_SIZES);
/** WebP quality and CPU effort. A higher effort would take twice the time for files that are 2 % smaller. */
const WEBP_OPTIONS = { quality: 78, effort: 2 } as const;

type SharpModule = typeof Sharp;

/** Loads sharp on demand, because most processes never handle pictures. */
async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

const JPEG_MAGIC = Buffer.from([0xff, 0xd8, 0xff]);
const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns whether a file begins like a JPEG, PNG or WebP picture. */
const isSupported = (bytes: Buffer): boolean =>
  bytes.subarray(0, JPEG_MAGIC.length).equals(JPEG_MAGIC) ||
  bytes.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP');

const createBrokenError = (cause: unknown) => new PictureRefused(brokenPicture, { cause });

/** Checks the dimensions in the header before the picture is decoded. */
async function checkDimensions(sharp: SharpModule, bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw createBrokenError(error);
    });
  if (width * height > MAX_PICTURE_PIXELS) throw new PictureRefused(pictureTooManyPixels);
}

/** A decoded picture of at most 1600 × 1600 pixels, upright, in sRGB, on a white background. */
interface DecodedPicture {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

const decode = (sharp: SharpModule, bytes: Buffer): Promise<DecodedPicture> =>
  sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .raw({ depth: 'uchar' })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw createBrokenError(error);
    });

/** Encodes a picture without metadata. Its longer side has at most `size` pixels. */
function encode(
  sharp: SharpModule,
  { data, info: { width, height, channels } }: DecodedPicture,
  size: number,
  type: PictureVariant['type'],
): Promise<Buffer> {
  const picture = sharp(data, { raw: { width, height, channels } })
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: TIMEOUT_SECONDS });
  return type === 'webp'
    ? picture.webp(WEBP_OPTIONS).toBuffer()
    : picture.jpeg({ quality: PICTURE_QUALITY * 100 }).toBuffer();
}

const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const hashVariants = (hash: string, variants: readonly PictureVariant[]): string =>
  hashBytes(Buffer.from([hash, ...variants.map(({ bytes }) => hashBytes(bytes))].join()));

async function encodeAll(sharp: SharpModule, picture: DecodedPicture): Promise<PictureSet> {
  const { width, height } = picture.info;
  const jpeg = await encode(sharp, picture, PICTURE_SIDE_PIXELS, 'jpeg');
  const variants: PictureVariant[] = [];
  for (const size of listVariantSizes({ width, height }))
    for (const type of VARIANT_TYPES)
      variants.push({ size, type, bytes: await encode(sharp, picture, size, type) });
  const hash = hashBytes(jpeg);
  return { jpeg, hash, details: { hash: hashVariants(hash, variants), width, height }, variants };
}

async function encodeSquare(
  sharp: SharpModule,
  { data, info: { width, height, channels } }: DecodedPicture,
): Promise<Picture> {
  const jpeg = await sharp(data, { raw: { width, height, channels } })
    .resize({ width: PROFILE_PICTURE_PIXELS, height: PROFILE_PICTURE_PIXELS, fit: 'cover' })
    .jpeg({ quality: PICTURE_QUALITY * 100 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer();
  return { jpeg, hash: hashBytes(jpeg) };
}

/** Queue group of all previews. Uploads wait in a group per account, so that many previews do not delay them. */
const PREVIEWS = 'previews';

/** Creates the picture processor. It uses sharp, which works in separate threads. */
export function createPictureProcessor({
  maxConcurrent = MAX_CONCURRENT,
  maxWaiting = MAX_WAITING,
} = {}): Pictures {
  const queue = createFairQueue({
    concurrency: maxConcurrent,
    maxWaiting,
    maxWaitingPerGroup: MAX_WAITING_PER_GROUP,
    createOverloadError: () => new PicturesOverloaded(),
  });
  let sharpPromise: Promise<SharpModule> | undefined;

  /** Decodes an upload and encodes it when its turn in the queue comes. */
  const convert = <Result>(
    imageBase64: string,
    ownerId: AccountId,
    encodePicture: (sharp: SharpModule, picture: DecodedPicture) => Promise<Result>,
  ): Promise<Result> =>
    queue.run(ownerId, async () => {
      const bytes = await decodeBase64(imageBase64);
      if (!isSupported(bytes)) throw new PictureRefused(unsupportedPicture);
      sharpPromise ??= loadSharp();
      const sharp = await sharpPromise;
      await checkDimensions(sharp, bytes);
      return encodePicture(sharp, await decode(sharp, bytes));
    });

  return {
    shrink: (imageBase64, ownerId) => convert(imageBase64, ownerId, encodeAll),
    cropToSquare: (imageBase64, ownerId) => convert(imageBase64, ownerId, encodeSquare),
    drawPreview: (preview) =>
      queue.run(PREVIEWS, async () => {
        sharpPromise ??= loadSharp();
        return drawPreview(await sharpPromise, preview);
      }),
  };
}
