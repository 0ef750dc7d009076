import { jest } from '@jest/globals';
import { resizePicture } from './resize-picture.ts';

/** Fakes image decoding and drawing, and records the calls. */
function fakeDrawing(width: number, height: number) {
  const drawn = jest.fn();
  const encoded = jest.fn(() => 'data:image/jpeg;base64,AAAA');
  const closed = jest.fn();
  const context = { fillRect: jest.fn(), drawImage: drawn, fillStyle: '' };
  Object.assign(globalThis, { createImageBitmap: async () => ({ width, height, close: closed }) });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(encoded as never);
  return { drawn, encoded, closed, context };
}

test('scales a picture to at most 1600 px, and encodes it as a JPEG of quality 0.9', async () => {
  const { drawn, encoded, closed, context } = fakeDrawing(4000, 3000);
  expect(await resizePicture(new Blob())).toBe('data:image/jpeg;base64,AAAA');
  expect(drawn).toHaveBeenCalledWith(expect.anything(), 0, 0, 1600, 1200);
  expect(encoded).toHaveBeenCalledWith('image/jpeg', 0.9);
  expect(context.fillStyle).toBe('#ffffff');
  expect(closed).toHaveBeenCalledTimes(1);
});
