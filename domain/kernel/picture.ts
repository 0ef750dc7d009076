/** Point that stays visible when a picture is cropped, as fractions of its width and height, from 0 to 1. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** Default focal point: the center of the picture. */
export const CENTER: FocalPoint = { x: 0.5, y: 0.5 };

/** Size of a picture's largest variant in pixels, and a hash over all of its variants. */
export interface PictureDetails {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

/** Picture data in events. Events from before larger variants were introduced have no `image`. */
export interface PictureReference {
  /** SHA-256 of the small JPEG, in hexadecimal. */
  readonly imageHash: string;
  /** Without a focal point, pictures are cropped around their center. */
  readonly image?: PictureDetails & { readonly focus?: FocalPoint };
}

/** Number of hexadecimal hash digits in picture URLs. */
const URL_HASH_LENGTH = 16;

/** Returns the part of a picture's content hash that its URLs contain. */
export const getUrlHash = ({ imageHash, image }: PictureReference): string =>
  (image?.hash ?? imageHash).slice(0, URL_HASH_LENGTH);
