/** Domain rules for the web client, which does not load the contract's schemas. */
export { CENTER, type FocalPoint } from '../../domain/kernel/picture.ts';
export {
  brokenPicture,
  listVariantSizes,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  PICTURE_QUALITY,
  PICTURE_SIDE_PIXELS,
  PICTURE_TYPES,
  unsupportedPicture,
  VARIANT_SIZES,
  type VariantType,
} from '../../domain/pictures/rules.ts';
