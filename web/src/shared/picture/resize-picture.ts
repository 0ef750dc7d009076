import { unsupportedPicture, VARIANT_SIZES } from '../../../../contract/rules/pictures.ts';
import { i18n, type Message } from '../../i18n/index.ts';

/** Maximum side length of an uploaded picture, in pixels. The server derives all variants from it. */
const MAX_PICTURE_SIDE = Math.max(...VARIANT_SIZES);
/** Higher than the quality of the variants, because the server encodes the picture again. */
const JPEG_QUALITY = 0.9;

/** Media types that browsers and the server can decode. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Maximum picture file size, in bytes. */
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024;

/** Returns the error in a file that cannot be used as a picture, or null. */
export function validatePictureFile({ type, size }: Pick<File, 'type' | 'size'>): Message | null {
  if (!PICTURE_TYPES.includes(type)) return unsupportedPicture;
  return size > MAX_PICTURE_BYTES ? i18n.t('shared:picture.tooLarge') : null;
}

/** Scales a size down so that its longer side is at most `MAX_PICTURE_SIDE`. Never enlarges. */
export function getFittedSize(
  width: number,
  height: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, MAX_PICTURE_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Converts a picture to an upright JPEG of at most 1600 × 1600 pixels. Transparent pixels become white. Resolves to a
 * data URL. Rejects if the browser cannot decode the file.
 */
export async function resizePicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = getFittedSize(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser does not support canvas');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    return canvas.toDataURL('image/jpeg', JPEG_QUALITY);
  } finally {
    bitmap.close();
  }
}
