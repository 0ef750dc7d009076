/** Longest side of a picture that is sent, in pixels. */
export const PICTURE_SIDE = 300;
const JPEG_QUALITY = 0.8;

/** Pictures that browsers and the server read. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Largest file that is read, in bytes. */
export const PICTURE_FILE_LIMIT = 25 * 1024 * 1024;

export const NOT_A_PICTURE = 'The image must be a JPEG, PNG or WebP file.';
export const TOO_LARGE = 'The image is too large.';
export const UNREADABLE = 'The image could not be read.';

/** The sentence about a file that cannot be taken, or null. */
export function pictureFileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!PICTURE_TYPES.includes(type)) return NOT_A_PICTURE;
  return size > PICTURE_FILE_LIMIT ? TOO_LARGE : null;
}

/** The size of a picture once its longer side is no longer than allowed; small ones stay as they are. */
export function fittedSize(
  width: number,
  height: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Makes a JPEG of at most 300 pixels out of a picture, upright and on white where it was transparent. Resolves with its
 * data URL; rejects when the file is no picture that this browser can read.
 */
export async function resizePicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = fittedSize(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser cannot draw');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    return canvas.toDataURL('image/jpeg', JPEG_QUALITY);
  } finally {
    bitmap.close();
  }
}
