import type { Image } from '../contract/fields.ts';
import { getAddressHash, type PictureReference } from '../domain/kernel/picture.ts';

/** Columns of a picture's subject, from the event that refers to the picture. */
export const PICTURE_COLUMNS = { image_hash: 'text', image: 'text' } as const;

/** Values of `PICTURE_COLUMNS`; null without a picture. The variants are stored as JSON. */
export const toPictureValues = ({ imageHash, image }: Partial<PictureReference>) => ({
  image_hash: imageHash ?? null,
  image: image ? JSON.stringify(image) : null,
});

/** The columns of a picture, as queries return them. */
export interface PictureRow {
  readonly image_hash: string;
  readonly image: string | null;
}

/** Maps a row to the picture reference that the event contained. */
export const toPictureReference = ({ image_hash, image }: PictureRow): PictureReference => ({
  imageHash: image_hash,
  ...(image !== null && { image: JSON.parse(image) as PictureReference['image'] }),
});

/** Maps a picture to its description in responses. */
export function toImage(reference: PictureReference): Image {
  const hash = getAddressHash(reference);
  if (!reference.image) return { hash };
  const { width, height, focus } = reference.image;
  return { hash, width, height, ...(focus && { focus }) };
}

/** Returns the field of a response with the picture of an event; empty without a picture. */
export const toImageField = ({ imageHash, image }: Partial<PictureReference>): { readonly image?: Image } =>
  imageHash === undefined ? {} : { image: toImage({ imageHash, ...(image && { image }) }) };
