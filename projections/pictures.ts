import type { Image } from '../contract/fields.ts';
import { getUrlHash, type PictureReference } from '../domain/kernel/picture.ts';

/** Columns with the picture reference from an event. */
export const PICTURE_COLUMNS = { image_hash: 'text', image: 'text' } as const;

/** Returns values for `PICTURE_COLUMNS`: null without a picture. The picture variants are stored as JSON. */
export const toPictureValues = ({ imageHash, image }: Partial<PictureReference>) => ({
  image_hash: imageHash ?? null,
  image: image ? JSON.stringify(image) : null,
});

/** The picture columns in a query result. */
export interface PictureRow {
  readonly image_hash: string;
  readonly image: string | null;
}

/** Maps a row to the picture reference from the event. */
export const toPictureReference = ({ image_hash, image }: PictureRow): PictureReference => ({
  imageHash: image_hash,
  ...(image !== null && { image: JSON.parse(image) as PictureReference['image'] }),
});

/** Maps a picture reference to the `Image` in responses. */
export function toImage(reference: PictureReference): Image {
  const hash = getUrlHash(reference);
  if (!reference.image) return { hash };
  const { width, height, focus } = reference.image;
  return { hash, width, height, ...(focus && { focus }) };
}

/** Returns an object with the `image` field of a response, or an empty one if there is no picture. */
export const toImageField = ({ imageHash, image }: Partial<PictureReference>): { readonly image?: Image } =>
  imageHash === undefined ? {} : { image: toImage({ imageHash, ...(image && { image }) }) };
