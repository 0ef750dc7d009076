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

/** A picture in all of its variants. */
export interface PictureSet extends Picture {
  readonly details: PictureDetails;
  readonly variants: readonly PictureVariant[];
}

/** The uploaded picture is refused. The problem is returned to the client. */
export class PictureRefused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message, options);
    this.name = 'PictureRefused';
    this.problem = problem;
  }
}

/** Too many pictures wait to be processed. This one was not processed. */
export class PicturesOverloaded extends Error {
  constructor() {
    super('too many pictures wait to be made smaller');
    this.name = 'PicturesOverloaded';
  }
}

/** Content of the preview picture of a shared link. */
export interface Preview {
  readonly title: string;
  /** Part of a goal that was raised; null without a goal. */
  readonly percent: number | null;
  /** JPEG beside the title, cropped to a square around its focal point. */
  readonly picture: { readonly jpeg: Uint8Array; readonly focus: FocalPoint } | null;
}

/** Processes uploaded pictures in worker threads. */
export interface Pictures {
  /**
   * Decodes a JPEG, PNG or WebP (base64 or data URL), applies its orientation, scales it down and encodes it in all
   * variants.
   * @throws PictureRefused when it is in another format, too large or damaged
   * @throws PicturesOverloaded when too many wait
   */
  readonly shrink: (imageBase64: string) => Promise<PictureSet>;
  /**
   * Like `shrink`, but crops the picture to a square around its centre, and returns one JPEG.
   * @throws the errors of `shrink`
   */
  readonly cropToSquare: (imageBase64: string) => Promise<Picture>;
  /**
   * Draws the preview picture of a shared link, as JPEG of 1200 × 630 pixels.
   * @throws PicturesOverloaded when too many wait
   */
  readonly drawPreview: (preview: Preview) => Promise<Uint8Array>;
}
