import '../testing/browser-gaps.ts';
import { jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ChunkErrorBoundary } from '../shared/chunk/chunk-error-boundary.tsx';
import { lazyComponent } from '../shared/chunk/lazy-component.tsx';
import { currentPage, loadChunk } from '../shared/chunk/load-chunk.ts';
import { PageErrorBoundary } from './layout/page-error-boundary.tsx';
import { createLazyPage } from './pages.ts';

const WorkingPage = () => <p>Here it is.</p>;
const rejectLoad = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** Creates a loader that succeeds at the given attempt, counted from 1. */
function createLoader(attempt: number) {
  let attempts = 0;
  return {
    load: () => (++attempts < attempt ? rejectLoad() : Promise.resolve(WorkingPage)),
    attempts: () => attempts,
  };
}

const show = (Page: ComponentType) =>
  render(
    <MemoryRouter>
      <PageErrorBoundary resetKey="here">
        <Suspense fallback="…">
          <Page />
        </Suspense>
      </PageErrorBoundary>
    </MemoryRouter>,
  );

let reload: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
  reload = jest.spyOn(currentPage, 'reload').mockReturnValue();
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('fetches code again after one failure', async () => {
  const code = createLoader(2);
  show(createLazyPage(code.load));
  expect(await screen.findByText('Here it is.')).toBeTruthy();
  expect(code.attempts()).toBe(2);
});

test('offers to try again when the code of a page cannot be loaded', async () => {
  const code = createLoader(9);
  show(createLazyPage(code.load));
  expect(await screen.findByText('The page could not be loaded. Are you online?')).toBeTruthy();
  expect(code.attempts()).toBe(2);
  expect(screen.getByRole('link', { name: 'Return to HomePage' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(code.attempts()).toBe(4));
  expect(reload).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('loads code that failed before when the user tries again', async () => {
  show(createLazyPage(createLoader(3).load));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Here it is.')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test('tries another failed page again before it reloads the whole page', async () => {
  const [First, Second] = [createLazyPage(createLoader(3).load), createLazyPage(createLoader(9).load)];
  const renderAt = (place: string, Page: ComponentType) => (
    <MemoryRouter>
      <PageErrorBoundary resetKey={place}>
        <Suspense fallback="…">
          <Page />
        </Suspense>
      </PageErrorBoundary>
    </MemoryRouter>
  );
  const { rerender } = render(renderAt('first', First));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Here it is.');
  rerender(renderAt('second', Second));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(reload).not.toHaveBeenCalled();
});

test('opens a page later whose code failed once', async () => {
  const Page = createLazyPage(createLoader(3).load);
  show(Page);
  await screen.findByText('The page could not be loaded. Are you online?');
  cleanup();
  show(Page);
  expect(await screen.findByText('Here it is.')).toBeTruthy();
});

test('shows an error when a page throws', async () => {
  show(() => {
    throw new Error('Broken');
  });
  expect(await screen.findByText('An unexpected error has occurred.')).toBeTruthy();
  expect(screen.getByText('500')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('keeps the rest of the page when the code of one part cannot be loaded', async () => {
  const code = createLoader(3);
  const Part = lazyComponent(() => loadChunk<ComponentType>(code.load));
  show(() => (
    <>
      <h1>Whole</h1>
      <ChunkErrorBoundary>
        <Suspense fallback="…">
          <Part />
        </Suspense>
      </ChunkErrorBoundary>
    </>
  ));
  expect(await screen.findByText('This part of the page could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Whole' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Here it is.')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});
