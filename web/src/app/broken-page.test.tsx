import '../testing/browser-gaps.ts';
import { jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { lazyPart } from '../shared/part/lazy-part.tsx';
import { loadPart, thisPage } from '../shared/part/load-part.ts';
import { PartBoundary } from '../shared/part/part-boundary.tsx';
import { BrokenPage } from './layout/broken-page.tsx';
import { page } from './pages.ts';

const Sound = () => <p>Here it is.</p>;
const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** A loader that succeeds at the given attempt, counted from 1. */
function arriving(at: number) {
  let attempts = 0;
  return { load: () => (++attempts < at ? missing() : Promise.resolve(Sound)), attempts: () => attempts };
}

const show = (Page: ComponentType) =>
  render(
    <MemoryRouter>
      <BrokenPage place="here">
        <Suspense fallback="…">
          <Page />
        </Suspense>
      </BrokenPage>
    </MemoryRouter>,
  );

let reload: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
  reload = jest.spyOn(thisPage, 'reload').mockReturnValue();
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('code that fails to come once is fetched again', async () => {
  const code = arriving(2);
  show(page(code.load));
  expect(await screen.findByText('Here it is.')).toBeTruthy();
  expect(code.attempts()).toBe(2);
});

test('code that does not come leaves a page that can be tried again', async () => {
  const code = arriving(9);
  show(page(code.load));
  expect(await screen.findByText('The page could not be loaded. Are you online?')).toBeTruthy();
  expect(code.attempts()).toBe(2);
  expect(screen.getByRole('link', { name: 'Return to HomePage' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(code.attempts()).toBe(4));
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('code that has failed is had when it is asked for again', async () => {
  show(page(arriving(3).load));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Here it is.')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test('another page that fails later is tried again before the whole is loaded anew', async () => {
  const [First, Second] = [page(arriving(3).load), page(arriving(9).load)];
  const at = (place: string, Page: ComponentType) => (
    <MemoryRouter>
      <BrokenPage place={place}>
        <Suspense fallback="…">
          <Page />
        </Suspense>
      </BrokenPage>
    </MemoryRouter>
  );
  const { rerender } = render(at('first', First));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Here it is.');
  rerender(at('second', Second));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(reload).not.toHaveBeenCalled();
});

test('a page whose code has failed once opens later, too', async () => {
  const Page = page(arriving(3).load);
  show(Page);
  await screen.findByText('The page could not be loaded. Are you online?');
  cleanup();
  show(Page);
  expect(await screen.findByText('Here it is.')).toBeTruthy();
});

test('a page that breaks says so', async () => {
  show(() => {
    throw new Error('Broken');
  });
  expect(await screen.findByText('An unexpected error has occurred.')).toBeTruthy();
  expect(screen.getByText('500')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a part that does not come leaves the page round it', async () => {
  const code = arriving(3);
  const Part = lazyPart(() => loadPart<ComponentType>(code.load));
  show(() => (
    <>
      <h1>Whole</h1>
      <PartBoundary>
        <Suspense fallback="…">
          <Part />
        </Suspense>
      </PartBoundary>
    </>
  ));
  expect(await screen.findByText('This part of the page could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Whole' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Here it is.')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test('code whose looks are missing is not shown without them', async () => {
  const code = arriving(2);
  const payload = new Error('Unable to preload CSS for /assets/home-page.css');
  show(
    page(() => {
      const answer = code.load();
      window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
      return answer;
    }),
  );
  expect(await screen.findByText('The page could not be loaded. Are you online?')).toBeTruthy();
  expect(code.attempts()).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
});
