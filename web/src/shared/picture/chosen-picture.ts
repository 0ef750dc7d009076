import { CENTER, type FocalPoint } from '../../../../contract/rules/pictures.ts';
import type { PictureSource } from '../../api/picture-source.ts';

/** A picture that was chosen in a form, with its focal point. */
export interface ChosenPicture {
  /** Data URL of a JPEG. */
  readonly dataUrl: string;
  readonly focus: FocalPoint;
}

/** The fields of a request with a picture. The focal point is left out if it is the centre. */
export interface PictureFields {
  readonly imageBase64: string;
  readonly imageFocus?: FocalPoint;
}

/** Converts a chosen picture to the fields of a request. */
export const toPictureFields = ({ dataUrl, focus }: ChosenPicture): PictureFields => ({
  imageBase64: dataUrl,
  ...((focus.x !== CENTER.x || focus.y !== CENTER.y) && { imageFocus: focus }),
});

/** Converts a chosen picture to one that is shown. */
export const toPictureSource = (picture: ChosenPicture | null): PictureSource | null =>
  picture && { src: picture.dataUrl, focus: picture.focus };
