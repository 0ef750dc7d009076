import '../testing/browser-gaps.ts';
import { jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormDialog } from './form-dialog.tsx';

afterEach(cleanup);

function openForm({ busy = false, failure = '' } = {}) {
  const handlers = { onSubmit: jest.fn(), onClose: jest.fn(), onCancel: jest.fn() };
  render(
    <FormDialog title="Why?" submit="Send" busy={busy} failure={failure} {...handlers}>
      <input aria-label="Reason" />
    </FormDialog>,
  );
  return handlers;
}

test('Enter and the button submit the form', async () => {
  const { onSubmit } = openForm();
  await userEvent.type(screen.getByLabelText('Reason'), 'Because{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test('a form in flight is not submitted again', async () => {
  const { onSubmit } = openForm({ busy: true });
  await userEvent.type(screen.getByLabelText('Reason'), 'Because{Enter}');
  await userEvent.click(screen.getByRole('button', { name: /Send/ }));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a form in flight stays open, and its cancel button does nothing', async () => {
  const { onClose, onCancel } = openForm({ busy: true });
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await userEvent.click(cancel);
  dialog.close();
  expect(cancel.getAttribute('aria-disabled')).toBe('true');
  expect(dialog.open).toBe(true);
  expect([onCancel.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 0]);
});

test('Cancel and closing by the browser are distinguished', async () => {
  const { onClose, onCancel } = openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([onCancel.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
  (screen.getByRole('dialog') as HTMLDialogElement).close();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('the failure is announced', () => {
  openForm({ failure: 'Not now' });
  expect(screen.getByRole('alert').textContent).toBe('Not now');
});
