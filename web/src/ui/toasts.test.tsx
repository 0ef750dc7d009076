import '../testing/browser-gaps.ts';
import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Toasts } from './toasts.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const show = () => {
  const closed: string[] = [];
  render(
    <Toasts toasts={[{ id: 't1', type: 'ok', message: 'Done.' }]} onClose={(id) => void closed.push(id)} />,
  );
  return closed;
};
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

test('a message disappears after five seconds', () => {
  const closed = show();
  pass(4_999);
  expect(closed).toEqual([]);
  pass(1);
  expect(closed).toEqual(['t1']);
});

test('a message disappears when it is closed', () => {
  const closed = show();
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }));
  expect(closed).toEqual(['t1']);
});

test('a message under the pointer stays', () => {
  const closed = show();
  const toast = screen.getByText('Done.').parentElement as HTMLElement;
  fireEvent.mouseEnter(toast);
  pass(20_000);
  expect(closed).toEqual([]);
  fireEvent.mouseLeave(toast);
  pass(5_000);
  expect(closed).toEqual(['t1']);
});

test('closing a message by keyboard restores the focus', () => {
  render(<input aria-label="Message" />);
  show();
  const field = screen.getByLabelText('Message');
  field.focus();
  const button = screen.getByRole('button', { name: 'Close message' });
  act(() => button.focus());
  fireEvent.click(button);
  expect(document.activeElement).toBe(field);
});
