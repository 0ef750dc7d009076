import { CENTER, type FocalPoint } from '../../../../contract/rules/pictures.ts';
import type { PictureSource } from '../../api/picture-source.ts';

/** A picture that was selected in a form, with its focal point. */
export interface ChosenPicture {
  /** JPEG data URL. */
  readonly dataUrl: string;
  readonly focus: FocalPoint;
}

/** Picture fields of a request. The focal point is omitted if it is the centre. */
export interface PictureFields {
  readonly imageBase64: string;
  readonly imageFocus?: FocalPoint;
}

/** Converts a selected picture to request fields. */
export const toPictureFields = ({ dataUrl, focus }: ChosenPicture): PictureFields => ({
  imageBase64: dataUrl,
  ...((focus.x !== CENTER.x || focus.y !== CENTER.y) && { imageFocus: focus }),
});

/** Converts a selected picture to a source that can be displayed. Returns null if there is no picture. */
export const toPictureSource = (picture: ChosenPicture | null): PictureSource | null =>
  picture && { src: picture.dataUrl, focus: picture.focus };
