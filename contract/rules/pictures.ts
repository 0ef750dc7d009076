/** Domain rules for the web client, which does not load the schemas of the contract. */
export {
  brokenPicture,
  PICTURE_BYTES,
  PICTURE_PIXELS,
  PICTURE_QUALITY,
  PICTURE_SIDE,
  PICTURE_TYPES,
  unsupportedPicture,
} from '../../domain/pictures/rules.ts';
