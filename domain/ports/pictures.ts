import type { AccountId } from '../kernel/ids.ts';
import type { FocalPoint, PictureDetails } from '../kernel/picture.ts';
import type { Problem } from '../kernel/problem.ts';
import type { VariantSize, VariantType } from '../pictures/rules.ts';

/** A stored picture: a small JPEG without metadata. */
export interface Picture {
  readonly jpeg: Uint8Array;
  /** SHA-256 of the JPEG, in hexadecimal. */
  readonly hash: string;
}

/** A larger variant of a picture, without metadata. */
export interface PictureVariant {
  readonly size: VariantSize;
  readonly type: VariantType;
  readonly bytes: Uint8Array;
}

/** A picture with all of its variants. */
export interface PictureSet extends Picture {
  readonly details: PictureDetails;
  readonly variants: readonly PictureVariant[];
}

/** Thrown when an uploaded picture is rejected. The problem is returned to the client. */
export class PictureRefused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message, options);
    this.name = 'PictureRefused';
    this.problem = problem;
  }
}

/** Thrown when too many pictures are waiting to be processed. The picture was not processed. */
export class PicturesOverloaded extends Error {
  constructor() {
    super('too many pictures wait to be resized');
    this.name = 'PicturesOverloaded';
  }
}

/** Content of the preview image for a shared link. */
export interface Preview {
  readonly title: string;
  /** Percentage of the goal that was raised; null if there is no goal. */
  readonly percent: number | null;
  /** JPEG shown beside the title, cropped to a square around its focal point; null if there is no picture. */
  readonly picture: { readonly jpeg: Uint8Array; readonly focus: FocalPoint } | null;
}

/**
 * Processes uploaded pictures in worker threads. Only a few are processed at a time. If pictures of several accounts
 * are waiting, the accounts take turns.
 */
export interface Pictures {
  /**
   * Decodes a JPEG, PNG or WebP (base64 or data URL), applies its orientation, scales it down and encodes it in all
   * variants.
   * @throws PictureRefused when it has another format, is too large or is damaged
   * @throws PicturesOverloaded when too many pictures are waiting
   */
  readonly shrink: (imageBase64: string, ownerId: AccountId) => Promise<PictureSet>;
  /**
   * Crops a picture to a square around its center, and returns one JPEG. Otherwise works like `shrink`.
   * @throws the errors of `shrink`
   */
  readonly cropToSquare: (imageBase64: string, ownerId: AccountId) => Promise<Picture>;
  /**
   * Draws the preview image for a shared link as a 1200 × 630 pixel JPEG.
   * @throws PicturesOverloaded when too many pictures are waiting
   */
  readonly drawPreview: (preview: Preview) => Promise<Uint8Array>;
}
