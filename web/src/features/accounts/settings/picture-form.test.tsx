import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { selectUser } from '../../../state/session.ts';
import { createEmptyApi, renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

const user = sampleUser();
const avatar = `/api/profile/${user.id}/picture?hash=0123456789abcdef`;
const SET = 'POST /api/profile/picture';
const REMOVE = 'DELETE /api/profile/picture';

/** Fakes image decoding and drawing, which jsdom lacks, and records what is drawn. */
function fakeDrawing(width = 900, height = 300) {
  const drawn = jest.fn();
  const context = { fillRect: jest.fn(), drawImage: drawn, fillStyle: '' };
  Object.assign(globalThis, { createImageBitmap: async () => ({ width, height, close: jest.fn() }) });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AAAA');
  return { getSquare: () => drawn.mock.lastCall?.slice(1, 5) };
}

const open = (api = createEmptyApi(), over = {}) =>
  renderApp({ at: '/settings/account', user: { ...user, ...over }, api });

const choose = async (reader: ReturnType<typeof open>['reader'], type = 'image/png') =>
  reader.upload(
    (await screen.findByLabelText('Choose a picture', { selector: 'input' })) as HTMLInputElement,
    new File(['x'], 'me', { type }),
  );

test('sends the square that is chosen with the sliders, and shows the picture everywhere', async () => {
  const drawing = fakeDrawing();
  const api = createEmptyApi().on(SET, { body: { ...user, avatar } });
  const { reader, store } = open(api);
  await choose(reader);
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose a part of the picture' }));
  expect(drawing.getSquare()).toEqual([300, 0, 300, 300]);
  const x = dialog.getByRole('slider', { name: 'Left to right' });
  fireEvent.keyDown(x, { key: 'ArrowRight' });
  await waitFor(() => expect(drawing.getSquare()).toEqual([330, 0, 300, 300]));
  fireEvent.change(dialog.getByRole('slider', { name: 'Zoom' }), { target: { value: '2' } });
  await waitFor(() => expect(drawing.getSquare()).toEqual([expect.closeTo(412.5), 75, 150, 150]));
  await reader.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Picture changes successfully completed.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.sentTo(SET)[0]?.body).toEqual({ imageBase64: 'data:image/jpeg;base64,AAAA' });
  expect(selectUser(store.getState())?.avatar).toBe(avatar);
  const shown = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(shown.filter((address) => address === avatar).length).toBeGreaterThan(1);
});

test('removes the picture', async () => {
  const { reader, store } = open(createEmptyApi().on(REMOVE, { body: user }), { avatar });
  await reader.click(await screen.findByRole('button', { name: 'Remove the picture' }));
  expect(await screen.findByText('The picture has been removed.')).toBeTruthy();
  expect(selectUser(store.getState())?.avatar).toBeUndefined();
  expect(document.querySelector(`img[src="${avatar}"]`)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove the picture' })).toBeNull();
});

test('shows the error when the server refuses a picture', async () => {
  fakeDrawing();
  const body = { message: 'The image is damaged and cannot be read.', code: 'BROKEN_PICTURE' };
  const { reader } = open(createEmptyApi().on(SET, { status: 400, body }));
  await choose(reader);
  await reader.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The image is damaged and cannot be read.');
});

test('keeps the crop dialog open while the picture is being saved', async () => {
  fakeDrawing();
  const api = createEmptyApi();
  const respond = api.hold(SET);
  const { reader } = open(api);
  await choose(reader);
  const element = await screen.findByRole<HTMLDialogElement>('dialog');
  const dialog = within(element);
  await reader.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sentTo(SET)).toHaveLength(1));
  await reader.click(dialog.getByRole('button', { name: 'Cancel' }));
  element.close();
  expect(element.open).toBe(true);
  respond({ body: { ...user, avatar } });
  expect(await screen.findByText('Picture changes successfully completed.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows a failure after the page was left as a toast', async () => {
  fakeDrawing();
  const api = createEmptyApi();
  const respond = api.hold(SET);
  const { reader } = open(api);
  await choose(reader);
  await reader.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sentTo(SET)).toHaveLength(1));
  await reader.click(screen.getByRole('link', { name: 'Homepage' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  respond({ status: 400, body: { message: 'The image is damaged.', code: 'BROKEN_PICTURE' } });
  expect(await screen.findByText('The image is damaged.')).toBeTruthy();
});
