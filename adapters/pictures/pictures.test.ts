import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { MAX_PICTURE_BYTES, VARIANT_SIZES } from '../../domain/pictures/rules.ts';
import { PictureRefused, PicturesOverloaded } from '../../domain/ports/pictures.ts';
import { createFairQueue } from '../fair-queue.ts';
import { decodeBase64 } from './base64.ts';
import { createPictureProcessor } from './pictures.ts';

const [ownerId, otherOwnerId] = [
  '01980000-0000-7000-8000-000000000001',
  '01980000-0000-7000-8000-000000000002',
];
const pictures = createPictureProcessor();
const shrink = (imageBase64: string) => pictures.shrink(imageBase64, ownerId);

const createPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 176, g: 96, b: 48, alpha: 0.5 } } });
const toBase64 = (bytes: Buffer): string => bytes.toString('base64');
const createPng = async (width: number, height: number) =>
  toBase64(await createPicture(width, height).png().toBuffer());

/** Creates a PNG whose header declares dimensions that differ from its content. */
function createDecompressionBomb(width: number, height: number): string {
  const header = Buffer.alloc(17);
  header.write('IHDR', 'latin1');
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  header.set([8, 6, 0, 0, 0], 12);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(header));
  const length = Buffer.from([0, 0, 0, 13]);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const empty = Buffer.from('0000000049444154', 'hex');
  return toBase64(Buffer.concat([signature, length, header, checksum, empty, Buffer.alloc(64)]));
}

const getRejection = async (text: string): Promise<string> => {
  const outcome = await shrink(text).catch((error: unknown) => error);
  if (!(outcome instanceof PictureRefused)) throw new Error(`not refused: ${String(outcome)}`);
  return outcome.problem.code;
};

test.each(['jpeg', 'png', 'webp'] as const)('converts a %s to a small JPEG', async (format) => {
  const { jpeg, hash } = await shrink(toBase64(await createPicture(900, 600).toFormat(format).toBuffer()));
  expect(await sharp(jpeg).metadata()).toMatchObject({
    format: 'jpeg',
    width: 300,
    height: 200,
    channels: 3,
  });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  [2000, 1000, ['800 × 400', '1600 × 800']],
  [1000, 2000, ['400 × 800', '800 × 1600']],
  [1200, 600, ['800 × 400', '1200 × 600']],
  [600, 400, ['600 × 400']],
  [300, 300, []],
])('stores a picture of %i × %i pixels in the sizes %j as JPEG and WebP', async (width, height, sizes) => {
  const { variants, details } = await shrink(await createPng(width, height));
  const storedMetadata = await Promise.all(variants.map(({ bytes }) => sharp(bytes).metadata()));
  expect(storedMetadata.map(({ width, height, format }) => `${width} × ${height} ${format}`)).toEqual(
    sizes.flatMap((size) => [`${size} jpeg`, `${size} webp`]),
  );
  expect(variants.map(({ size, type }) => `${size} ${type}`)).toEqual(
    sizes.flatMap((_, i) => ['jpeg', 'webp'].map((type) => `${VARIANT_SIZES[i]} ${type}`)),
  );
  expect(`${details.width} × ${details.height}`).toBe(sizes.at(-1) ?? '300 × 300');
});

test('the hash of all variants differs between pictures that look alike at 300 pixels', async () => {
  const [small, large] = [await shrink(await createPng(600, 600)), await shrink(await createPng(1200, 1200))];
  expect(small.hash).toBe(large.hash);
  expect(small.details.hash).not.toBe(large.details.hash);
});

test('does not enlarge a small picture', async () => {
  const { jpeg } = await shrink(await createPng(40, 20));
  expect(await sharp(jpeg).metadata()).toMatchObject({ width: 40, height: 20 });
});

test('detects the type of a data URL by its content', async () => {
  const text = await createPng(40, 20);
  const { hash } = await shrink(text);
  for (const type of ['image/png', 'image/jpeg', 'image/svg+xml', 'text/html;charset=utf-8'])
    expect((await shrink(`data:${type};base64,${text}`)).hash).toBe(hash);
});

test('applies the orientation and removes metadata', async () => {
  const photo = await createPicture(400, 200)
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const before = await sharp(photo).metadata();
  expect([before.orientation, photo.includes('Camera')]).toEqual([6, true]);
  const { jpeg, variants } = await shrink(toBase64(photo));
  expect(variants).toHaveLength(2);
  expect(await sharp(jpeg).metadata()).toMatchObject({ width: 150, height: 300 });
  for (const bytes of [jpeg, ...variants.map((variant) => variant.bytes)]) {
    const after = await sharp(bytes).metadata();
    expect(after.height).toBe(2 * after.width);
    expect([after.orientation, after.exif, after.icc, after.xmp, after.iptc]).toEqual(
      Array(5).fill(undefined),
    );
    expect(Buffer.from(bytes).includes('Camera')).toBe(false);
  }
});

test('replaces transparency with white', async () => {
  const { jpeg } = await shrink(
    toBase64(
      await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    ),
  );
  const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);

test.each([
  ['SVG', async () => toBase64(Buffer.from(SVG))],
  ['SVG as a JPEG', async () => `data:image/jpeg;base64,${toBase64(Buffer.from(SVG))}`],
  ['GIF', async () => toBase64(await createPicture(9, 9).gif().toBuffer())],
  ['TIFF', async () => toBase64(await createPicture(9, 9).tiff().toBuffer())],
  ['HEIC', async () => toBase64(HEIC)],
  ['text', async () => toBase64(Buffer.from('hello'))],
])('%s is refused for its type', async (_name, text) => {
  expect(await getRejection(await text())).toBe('UNSUPPORTED_PICTURE');
});

test('refuses a damaged picture', async () => {
  const completePicture = await sharp({
    create: { width: 200, height: 200, channels: 3, background: '#b06030' },
  })
    .jpeg()
    .toBuffer();
  expect(await getRejection(toBase64(completePicture.subarray(0, completePicture.length / 2)))).toBe(
    'BROKEN_PICTURE',
  );
  expect(await getRejection(toBase64(completePicture.subarray(0, 3)))).toBe('BROKEN_PICTURE');
  expect(await getRejection(createDecompressionBomb(100, 100))).toBe('BROKEN_PICTURE');
  for (const text of [
    '',
    'no base64 at all!',
    'data:image/png,raw',
    'data:image/png;base64,',
    'A===',
    '====',
  ])
    expect([text, await getRejection(text)]).toEqual([text, 'BROKEN_PICTURE']);
});

test('refuses a picture with too many pixels by its header', async () => {
  expect(await getRejection(createDecompressionBomb(50_000, 50_000))).toBe('PICTURE_TOO_MANY_PIXELS');
  expect(await getRejection(createDecompressionBomb(2_147_483_647, 2_147_483_647))).toMatch(
    /PICTURE_TOO_MANY_PIXELS|BROKEN_PICTURE/,
  );
  expect(await getRejection(await createPng(8_001, 5_000))).toBe('PICTURE_TOO_MANY_PIXELS');
  await expect(shrink(await createPng(8_000, 5_000))).resolves.toMatchObject({ hash: expect.any(String) });
});

test('accepts exactly the maximum number of bytes', async () => {
  const small = Buffer.from(await createPng(9, 9), 'base64');
  // Bytes after the end of a PNG are ignored.
  const padTo = (size: number) => toBase64(Buffer.concat([small, Buffer.alloc(size - small.length)]));
  await expect(shrink(padTo(MAX_PICTURE_BYTES))).resolves.toMatchObject({ hash: expect.any(String) });
  expect(await getRejection(padTo(MAX_PICTURE_BYTES + 1))).toBe('PICTURE_TOO_LARGE');
});

test.each([0, 1, 2, 3, 196_607, 196_608, 196_609, 1_000_001])('decodes %i bytes', async (size) => {
  const bytes = Buffer.from(Array.from({ length: size }, (_, at) => at % 251));
  const decodeResult = await decodeBase64(toBase64(bytes)).catch((error: unknown) => error);
  if (size === 0) expect(decodeResult).toBeInstanceOf(PictureRefused);
  else expect(bytes.equals(decodeResult as Buffer)).toBe(true);
});

test('does not block the event loop while decoding a large picture', async () => {
  const text = toBase64(Buffer.alloc(MAX_PICTURE_BYTES));
  let turnCount = 0;
  let isDone = false;
  const decodePromise = decodeBase64(text).finally(() => {
    isDone = true;
  });
  const countTurns = () => {
    turnCount += 1;
    if (!isDone) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  await decodePromise;
  expect(turnCount).toBeGreaterThan(20);
});

test('limits concurrent and waiting pictures', async () => {
  const queue = createFairQueue({
    concurrency: 2,
    maxWaiting: 3,
    maxWaitingPerGroup: 3,
    createOverloadError: () => new PicturesOverloaded(),
  });
  const runTask = <Result>(task: () => Promise<Result>) => queue.run('pictures', task);
  const { promise: gate, resolve: openGate } = (() => {
    let resolve = () => {};
    const promise = new Promise<void>((settle) => {
      resolve = settle;
    });
    return { promise, resolve };
  })();
  let runningCount = 0;
  let maxRunning = 0;
  const runWork = async () => {
    runningCount += 1;
    maxRunning = Math.max(maxRunning, runningCount);
    await gate;
    runningCount -= 1;
  };
  const admittedTasks = Array.from({ length: 5 }, () => runTask(runWork));
  await expect(runTask(runWork)).rejects.toBeInstanceOf(PicturesOverloaded);
  openGate();
  await Promise.all(admittedTasks);
  expect([runningCount, maxRunning]).toEqual([0, 2]);
  await expect(runTask(async () => 'free again')).resolves.toBe('free again');
});

test('one account cannot keep the pictures of another one out of the queue', async () => {
  const png = await createPng(9, 9);
  const uploads = Array.from({ length: 40 }, () => shrink(png));
  const otherUpload = pictures.shrink(png, otherOwnerId);
  const outcomes = await Promise.allSettled(uploads);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  // Two pictures are being processed and do not wait.
  expect(refusals).toHaveLength(40 - 15 - 2);
  for (const reason of refusals) expect(reason).toBeInstanceOf(PicturesOverloaded);
  await expect(otherUpload).resolves.toMatchObject({ hash: expect.any(String) });
});

test('releases its slot when a picture fails', async () => {
  const smallQueue = createPictureProcessor({ maxConcurrent: 1, maxWaiting: 1 });
  await expect(smallQueue.shrink('nonsense', ownerId)).rejects.toBeInstanceOf(PictureRefused);
  await expect(smallQueue.shrink(await createPng(9, 9), ownerId)).resolves.toMatchObject({
    hash: expect.any(String),
  });
});
