import '../testing/browser-gaps.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../app/store.ts';
import { PageHeading } from '../ui/index.ts';
import { ReasonDialog } from './reason-dialog.tsx';

afterEach(cleanup);

let respond: () => void;
const holdResponse = () =>
  new Promise<object>((resolve) => {
    respond = () => resolve({});
  });

/** A page with a decision, and a second page with a field. */
function Pages() {
  const [hasLeft, setHasLeft] = useState(false);
  const [isAsking, setIsAsking] = useState(true);
  return hasLeft ? (
    <>
      <PageHeading>Dogs</PageHeading>
      <input aria-label="Words" />
    </>
  ) : (
    <>
      <PageHeading>Cats</PageHeading>
      <ReasonDialog
        open={isAsking}
        title="Sure?"
        confirm="Yes"
        doneText="Done."
        onConfirm={holdResponse}
        onClose={() => setIsAsking(false)}
      />
      <button type="button" onClick={() => setHasLeft(true)}>
        Leave
      </button>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const open = () =>
  render(
    <Provider store={createStore()}>
      <Pages />
    </Provider>,
  );

test('closes the dialog after success, and focuses the heading', async () => {
  open();
  await press('Yes');
  await act(async () => respond());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Cats' }));
});

test('keeps the focus of a user who has left before the response', async () => {
  open();
  await press('Yes');
  await press('Leave');
  const field = screen.getByLabelText('Words');
  field.focus();
  await act(async () => respond());
  expect(document.activeElement).toBe(field);
});
