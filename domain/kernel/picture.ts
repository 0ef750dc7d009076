/** Point of a picture that stays visible when it is cropped, in shares of its width and height from 0 to 1. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** Default focal point: the center of the picture. */
export const CENTER: FocalPoint = { x: 0.5, y: 0.5 };

/** Size of a picture's largest variant in pixels, and the hash of all of its variants. */
export interface PictureDetails {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

/** What events contain of a picture. Events before the larger variants have no `image`. */
export interface PictureReference {
  /** SHA-256 of the small JPEG, in hexadecimal. */
  readonly imageHash: string;
  /** Without a focal point, the centre stays visible. */
  readonly image?: PictureDetails & { readonly focus?: FocalPoint };
}

/** Number of hexadecimal digits of the hash in addresses. */
const ADDRESS_HASH_LENGTH = 16;

/** Returns the start of the hash of a picture's content, for its addresses. */
export const getAddressHash = ({ imageHash, image }: PictureReference): string =>
  (image?.hash ?? imageHash).slice(0, ADDRESS_HASH_LENGTH);
