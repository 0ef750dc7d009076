import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { CROWDFUNDING_ID, createCrowdfundingApi } from '../testing/crowdfunding.ts';
import { createEmptyApi, renderApp } from '../testing/render-app.tsx';
import { samplePost } from '../testing/samples.ts';

const path = `/crowdfundings/${CROWDFUNDING_ID}`;
const url = `${location.origin}${path}`;

let app: ReturnType<typeof renderApp>;

async function openCrowdfunding(): Promise<void> {
  app = renderApp({ at: path, api: createCrowdfundingApi() });
  await screen.findByRole('heading', { name: 'A roof for the shelter' });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

test('copies the link where the device cannot share', async () => {
  await openCrowdfunding();
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  await app.reader.click(screen.getByRole('button', { name: 'Copy link to A roof for the shelter' }));
  expect(await screen.findByText('The link was copied.')).toBeTruthy();
  expect(write).toHaveBeenCalledWith(url);
});

test('shows the link when it cannot be copied', async () => {
  await openCrowdfunding();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
  await app.reader.click(screen.getByRole('button', { name: 'Copy link to A roof for the shelter' }));
  expect(await screen.findByText(`The link could not be shared: ${url}`)).toBeTruthy();
});

test('uses the sheet of the device, and shows nothing when it is closed', async () => {
  const share = jest.fn<typeof navigator.share>().mockRejectedValue(new DOMException('closed', 'AbortError'));
  Object.assign(navigator, { share });
  await openCrowdfunding();
  await app.reader.click(screen.getByRole('button', { name: 'Share A roof for the shelter' }));
  expect(share).toHaveBeenCalledWith({ title: 'A roof for the shelter', url });
  expect(screen.queryByText(/could not be shared/)).toBeNull();
});

test('is offered to everybody for a post that is not taken down', async () => {
  const api = createEmptyApi().on('GET /api/publications', { body: [samplePost(1)] });
  app = renderApp({ api });
  await app.reader.click(await screen.findByRole('button', { name: 'Post options' }));
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  await app.reader.click(screen.getByRole('menuitem', { name: 'Copy link' }));
  expect(write).toHaveBeenCalledWith(`${location.origin}/post/${samplePost(1).id}`);
});
