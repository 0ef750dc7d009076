import '../testing/browser-gaps.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog, Dialog } from './dialog.tsx';
import { focusPage, focusPageIfLost, PageHeading } from './page-heading.tsx';

afterEach(cleanup);

const BOX = { left: 100, right: 300, top: 100, bottom: 200 } as DOMRect;
const inside = { clientX: 110, clientY: 110 };
const outside = { clientX: 20, clientY: 150 };

function open({ locked = false } = {}) {
  let closeCount = 0;
  render(
    <Dialog open locked={locked} title="Why?" onClose={() => closeCount++}>
      <p>Words</p>
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Why?' });
  dialog.getBoundingClientRect = () => BOX;
  return { dialog, closed: () => closeCount };
}

test('a click outside closes the dialog', () => {
  const { dialog, closed } = open();
  fireEvent.mouseDown(dialog, outside);
  fireEvent.click(dialog, outside);
  expect(closed()).toBe(1);
});

test.each([
  ['within its edge', inside, inside],
  ['that began inside, as when a text is selected', inside, outside],
  ['that began outside', outside, inside],
])('a click %s does not close the dialog', (_, from, to) => {
  const { dialog, closed } = open();
  fireEvent.mouseDown(from === inside ? screen.getByText('Words') : dialog, from);
  fireEvent.click(dialog, to);
  expect(closed()).toBe(0);
});

test('the second click of a double click outside does not close the dialog', () => {
  const { dialog, closed } = open();
  fireEvent.mouseDown(dialog, { ...outside, detail: 2 });
  fireEvent.click(dialog, { ...outside, detail: 2 });
  expect(closed()).toBe(0);
});

describe('a locked dialog', () => {
  test('ignores a click outside', () => {
    const { dialog, closed } = open({ locked: true });
    fireEvent.mouseDown(dialog, outside);
    fireEvent.click(dialog, outside);
    expect(closed()).toBe(0);
  });

  test('prevents closing with Escape', () => {
    const { dialog } = open({ locked: true });
    expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  });

  test('opens again if the browser closes it anyway', () => {
    const { dialog, closed } = open({ locked: true });
    dialog.close();
    expect(dialog.open).toBe(true);
    expect(closed()).toBe(0);
  });

  test('closes when its owner closes it', () => {
    const renderDialog = (isOpen: boolean) => (
      <Dialog open={isOpen} locked title="Why?" onClose={() => undefined}>
        <p>Words</p>
      </Dialog>
    );
    const { rerender } = render(renderDialog(true));
    const dialog = screen.getByRole('dialog');
    rerender(renderDialog(false));
    // Browsers send this event after React has updated the page.
    fireEvent(dialog, new Event('close'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('an unlocked dialog closes with Escape', () => {
  const { dialog, closed } = open();
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(true);
  dialog.close();
  expect(closed()).toBe(1);
});

test('a confirmation in flight is locked, and its dismiss button does nothing', async () => {
  let closeCount = 0;
  render(
    <ConfirmDialog
      open
      busy
      title="Sure?"
      confirm="Yes"
      onConfirm={() => undefined}
      onClose={() => closeCount++}
    />,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await userEvent.click(cancel);
  dialog.close();
  expect(cancel.getAttribute('aria-disabled')).toBe('true');
  expect([dialog.open, closeCount]).toEqual([true, 0]);
});

/** A page with a confirmation dialog. Confirming removes the dialog or only closes it. */
function ConfirmationPage({
  removed: isRemoved,
  done: onDone = () => {},
}: {
  readonly removed?: boolean;
  readonly done?: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const confirm = () => {
    onDone();
    setOpen(false);
  };
  return (
    <>
      <PageHeading>Cats</PageHeading>
      <button type="button" onClick={() => setOpen(true)}>
        Give away
      </button>
      {(isOpen || !isRemoved) && (
        <ConfirmDialog
          open={isOpen}
          title="Sure?"
          confirm="Yes"
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test.each([
  ['closes', false],
  ['is removed from the page', true],
])('returns the focus when a dialog %s', async (_, isRemoved) => {
  render(<ConfirmationPage removed={isRemoved} />);
  await press('Give away');
  await press('Cancel');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Give away' }));
});

test.each([
  ['closes', false],
  ['is removed from the page', true],
])('keeps the focus on the heading when an action sets it and the dialog %s', async (_, isRemoved) => {
  render(<ConfirmationPage removed={isRemoved} done={focusPage} />);
  await press('Give away');
  await press('Yes');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Cats' }));
});

test.each([
  ['in the closing dialog', true],
  ['nowhere', true],
  ['on something else', false],
] as const)('with the focus %s, a late response moves it to the heading: %s', async (where, isFocused) => {
  render(<ConfirmationPage done={focusPageIfLost} />);
  if (where === 'in the closing dialog') {
    await press('Give away');
    await press('Yes');
  } else {
    if (where === 'on something else') screen.getByRole('button', { name: 'Give away' }).focus();
    focusPageIfLost();
  }
  expect(document.activeElement === screen.getByRole('heading', { name: 'Cats' })).toBe(isFocused);
});
