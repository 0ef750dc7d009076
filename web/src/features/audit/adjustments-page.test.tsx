import { screen, within } from '@testing-library/react';
import { auditor, donor, renderAudit } from '../../testing/audit.ts';
import type { renderApp } from '../../testing/render-app.tsx';
import { createId } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const open = (...args: Parameters<typeof renderAudit>) => {
  app = renderAudit(...args);
  return app.api;
};

describe('adjustments', () => {
  const LIST = '/api/dashboard/adjustments';
  const other = { id: createId(60), nickname: 'otherstaff' };
  const adjustment = {
    id: createId(70),
    profile: { id: donor, nickname: 'donor1' },
    kind: 'DEBIT',
    amount: -250,
    status: 'OPEN',
    reason: 'Bought twice.',
    proposedBy: other,
    proposedDate: '2026-11-20T10:30:15.000Z',
    decidedBy: null,
    decidedDate: null,
  };

  test('are proposed with a reason', async () => {
    const api = open('/adjustments', { [`${LIST}?status=OPEN`]: [] });
    api.on(`POST ${LIST}`, { body: adjustment });
    const form = within(await screen.findByRole('region', { name: 'Propose an adjustment' }));
    expect(form.getByText(/do not name anybody\.$/)).toBeTruthy();
    await app.reader.click(form.getByRole('button', { name: 'Propose' }));
    expect(form.getByText('The profile is missing.')).toBeTruthy();
    expect(form.getByText('The reason cannot be empty.')).toBeTruthy();
    await app.reader.type(form.getByLabelText('Profile'), 'donor1');
    await app.reader.type(form.getByLabelText('Kindracoins'), '-1.250');
    await app.reader.type(form.getByLabelText('Reason'), 'Bought twice.');
    await app.reader.click(form.getByRole('button', { name: 'Propose' }));
    expect(await screen.findByText('The adjustment is waiting for another member of staff.')).toBeTruthy();
    expect(api.sentTo(`POST ${LIST}`)[0]?.body).toEqual({
      profile: 'donor1',
      amount: -1250,
      reason: 'Bought twice.',
      writeOff: false,
    });
  });

  test('keep what is typed while one is being sent', async () => {
    const api = open('/adjustments', { [`${LIST}?status=OPEN`]: [] });
    const respond = api.hold(`POST ${LIST}`, { body: adjustment });
    const form = within(await screen.findByRole('region', { name: 'Propose an adjustment' }));
    await app.reader.type(form.getByLabelText('Profile'), 'donor1');
    await app.reader.type(form.getByLabelText('Kindracoins'), '-250');
    await app.reader.type(form.getByLabelText('Reason'), 'Bought twice.');
    await app.reader.click(form.getByRole('button', { name: 'Propose' }));
    await app.reader.type(form.getByLabelText('Reason'), ' And thrice.');
    respond();
    expect(await screen.findByText('The adjustment is waiting for another member of staff.')).toBeTruthy();
    expect(form.getByDisplayValue('Bought twice. And thrice.')).toBeTruthy();
  });

  test('are approved by another member of staff', async () => {
    const api = open('/adjustments', { [`${LIST}?status=OPEN`]: [adjustment] });
    const call = `PUT ${LIST}/${adjustment.id}/approve`;
    api.on(call, { body: { ...adjustment, status: 'APPROVED' } });
    await app.reader.click(await screen.findByRole('button', { name: 'Approve' }));
    api.on(`GET ${LIST}?status=OPEN`, { body: [] });
    const dialog = within(screen.getByRole('dialog'));
    await app.reader.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('The adjustment has been approved.')).toBeTruthy();
    expect(await screen.findByText('There are no adjustments.')).toBeTruthy();
  });

  test('can be withdrawn, but not approved, by their proposer', async () => {
    const ownAdjustment = { ...adjustment, proposedBy: { id: auditor.id, nickname: auditor.nickname } };
    open('/adjustments', { [`${LIST}?status=OPEN`]: [ownAdjustment] });
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    await app.reader.click(screen.getByRole('button', { name: 'Withdraw' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Withdraw your adjustment?' }));
    await app.reader.type(dialog.getByRole('textbox'), 'A mistake.');
    await app.reader.click(dialog.getByRole('button', { name: 'Withdraw' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('None.');
    expect(dialog.getByDisplayValue('A mistake.')).toBeTruthy();
  });

  test('cannot be decided by the owner of the wallet', async () => {
    const ownAdjustment = { ...adjustment, profile: { id: auditor.id, nickname: auditor.nickname } };
    open('/adjustments', { [`${LIST}?status=OPEN`]: [ownAdjustment] });
    await screen.findByText('“Bought twice.”');
    expect(screen.queryByRole('button', { name: /Approve|Decline|Withdraw/ })).toBeNull();
  });
});
