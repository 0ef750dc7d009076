import { defineProblem } from '../kernel/problem.ts';

/** Maximum size of an uploaded picture, in bytes after base64 decoding. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** Maximum number of pixels of an uploaded picture. */
export const MAX_PICTURE_PIXELS = 40_000_000;

/** Longer side of a stored picture, in pixels. Smaller pictures are not enlarged. */
export const PICTURE_SIDE_PIXELS = 300;

/** Quality of stored JPEGs, from 0 to 1. */
export const PICTURE_QUALITY = 0.8;

/** Accepted types of pictures, detected from their content. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const unsupportedPicture = defineProblem(
  'UNSUPPORTED_PICTURE',
  'The image must be a JPEG, PNG or WebP picture.',
);
export const pictureTooLarge = defineProblem('PICTURE_TOO_LARGE', 'The image cannot exceed {megabytes} MB.', {
  megabytes: MAX_PICTURE_BYTES / 1024 ** 2,
});
export const pictureTooManyPixels = defineProblem(
  'PICTURE_TOO_MANY_PIXELS',
  'The image cannot exceed {megapixels} megapixels.',
  { megapixels: MAX_PICTURE_PIXELS / 1_000_000 },
);
export const brokenPicture = defineProblem('BROKEN_PICTURE', 'The image is damaged and cannot be read.');
