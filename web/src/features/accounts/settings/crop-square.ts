/** Side length of the square that is sent, in pixels. */
export const CROP_SIDE = 400;
/** Maximum zoom. At zoom 1, the side of the square equals the shorter side of the picture. */
export const MAX_ZOOM = 4;

/** The selected square: its zoom, and its position from 0 (left, top) to 1 (right, bottom). */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export const CENTERED: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** Size of a picture, in pixels. */
type Size = Pick<ImageBitmap, 'width' | 'height'>;

/** Returns the selected square in picture pixels. */
export function getSquare({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: x * (width - side), top: y * (height - side), side };
}

const clamp = (fraction: number): number => Math.min(1, Math.max(0, fraction));

/** Returns the crop after the picture was dragged. `dx` and `dy` are fractions of the displayed square's side. */
export function drag(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { side } = getSquare(size, crop);
  const move = (fraction: number, length: number, delta: number) =>
    length > side ? clamp(fraction - (delta * side) / (length - side)) : fraction;
  return { ...crop, x: move(crop.x, size.width, dx), y: move(crop.y, size.height, dy) };
}

/** Draws the selected square on a canvas. Transparent pixels become white. */
export function drawSquare(canvas: HTMLCanvasElement, bitmap: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser does not support canvas');
  const { left, top, side } = getSquare(bitmap, crop);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, CROP_SIDE, CROP_SIDE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, left, top, side, side, 0, 0, CROP_SIDE, CROP_SIDE);
}
