/** Largest picture that is taken, in bytes once it is decoded. */
export const PICTURE_BYTES = 5 * 1024 * 1024;

/** Most pixels of a picture that is taken. */
export const PICTURE_PIXELS = 40_000_000;

/** Longer side of a picture as it is kept, in pixels. Smaller ones stay as small as they are. */
export const PICTURE_SIDE = 300;

/** Quality of the JPEG that is kept, from 0 to 1. */
export const PICTURE_QUALITY = 0.8;

/** Types of pictures that are taken, told from their content. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Why a picture is refused: stable codes, and what a person reads. */
export const PICTURE_REFUSALS = {
  UNSUPPORTED_PICTURE: 'The image must be a JPEG, PNG or WebP picture.',
  PICTURE_TOO_LARGE: 'The image cannot exceed 5 MB.',
  PICTURE_TOO_MANY_PIXELS: 'The image cannot exceed 40 megapixels.',
  BROKEN_PICTURE: 'The image is damaged and cannot be read.',
} as const;

/** The code of a refused picture. */
export type PictureRefusal = keyof typeof PICTURE_REFUSALS;
