// The exports have no docstring. Each of them must be detected.

export function loadPicture() {}

export const deletePicture = () => {};

export class PictureMissing extends Error {}

export interface Picture {
  readonly id: string;
}

/** @throws PictureMissing */
export type PictureId = string;
