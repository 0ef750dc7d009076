import { PICTURE_REFUSALS, type PictureRefusal } from '../pictures/rules.ts';

/** A picture as it is kept: a small JPEG without metadata. */
export interface Picture {
  readonly jpeg: Uint8Array;
  /** SHA-256 of the JPEG in hexadecimal digits. */
  readonly hash: string;
}

/** A picture that somebody sent is not taken; the message says why, to them. */
export class PictureRefused extends Error {
  readonly code: PictureRefusal;

  constructor(code: PictureRefusal, options?: ErrorOptions) {
    super(PICTURE_REFUSALS[code], options);
    this.name = 'PictureRefused';
    this.code = code;
  }
}

/** Too many pictures wait to be made smaller; this one was not looked at. */
export class PicturesOverloaded extends Error {
  constructor() {
    super('too many pictures wait to be made smaller');
    this.name = 'PicturesOverloaded';
  }
}

/** Makes pictures that people send small and harmless, beside the event loop. */
export interface Pictures {
  /**
   * Turns a JPEG, PNG or WebP, in bare base64 or as a data URL, the right way up, makes it small and encodes it anew.
   * @throws PictureRefused when it is something else, too large or damaged
   * @throws PicturesOverloaded when too many wait
   */
  readonly shrink: (imageBase64: string) => Promise<Picture>;
}
