/** Domain rules for the web client, which does not load the schemas of the contract. */
export {
  brokenPicture,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  PICTURE_QUALITY,
  PICTURE_SIDE_PIXELS,
  PICTURE_TYPES,
  unsupportedPicture,
} from '../../domain/pictures/rules.ts';
