import type { PictureDetails } from '../kernel/picture.ts';
import { defineProblem, type Rule } from '../kernel/problem.ts';

/** Maximum size of an uploaded picture, in bytes after base64 decoding. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** Maximum size of an uploaded picture, in pixels (width × height). */
export const MAX_PICTURE_PIXELS = 40_000_000;

/** Length of the longer side of a stored picture, in pixels. Smaller pictures are not enlarged. */
export const PICTURE_SIDE_PIXELS = 300;

/** Quality of stored JPEGs, from 0 to 1. */
export const PICTURE_QUALITY = 0.8;

/** Side of a square profile picture, in pixels. Sharp at 88 CSS pixels and a device pixel ratio of 2. */
export const PROFILE_PICTURE_PIXELS = 192;

/** Length of the longer side of the larger variants, in pixels. Smaller pictures are not enlarged. */
export const VARIANT_SIZES = [800, 1600] as const;
/** Length of the longer side of a larger variant, in pixels. */
export type VariantSize = (typeof VARIANT_SIZES)[number];

/** Formats of the larger variants. The small picture is stored only as JPEG. */
export const VARIANT_TYPES = ['jpeg', 'webp'] as const;
/** Format of a larger variant. */
export type VariantType = (typeof VARIANT_TYPES)[number];

/** Lists the sizes of a picture's larger variants, smallest first. */
export const listVariantSizes = ({
  width,
  height,
}: Pick<PictureDetails, 'width' | 'height'>): VariantSize[] =>
  VARIANT_SIZES.filter((_, i) => Math.max(width, height) > (VARIANT_SIZES[i - 1] ?? PICTURE_SIDE_PIXELS));

/** Accepted picture types. They are detected from the content. */
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
export const invalidFocalPoint = defineProblem(
  'INVALID_FOCAL_POINT',
  'The focal point must have x and y from {least} to {most}.',
  { least: 0, most: 1 },
);

/** Checks one coordinate of a focal point. */
export const checkFocalCoordinate: Rule<number> = (share) =>
  share >= invalidFocalPoint.params.least && share <= invalidFocalPoint.params.most
    ? null
    : invalidFocalPoint;

export const brokenPicture = defineProblem('BROKEN_PICTURE', 'The image is damaged and cannot be read.');
