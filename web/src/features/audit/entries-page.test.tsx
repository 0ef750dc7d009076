import { screen, waitFor, within } from '@testing-library/react';
import {
  AUDIT_PATH,
  createEntry,
  crowdfunding,
  donation,
  donor,
  refund,
  renderAudit,
  statement,
} from '../../testing/audit.ts';
import type { SentRequest } from '../../testing/fake-api.ts';
import { getCurrentPath, type renderApp } from '../../testing/render-app.tsx';

let app: ReturnType<typeof renderApp>;

const open = (...args: Parameters<typeof renderAudit>) => {
  app = renderAudit(...args);
  return app.api;
};

const entry = createEntry({});
const refundEntry = createEntry({ id: refund, position: 77, type: 'REFUND', reverses: donation });

describe('the journal', () => {
  test('is filtered by the address', async () => {
    open('/entries?profile=donor1&type=REFUND&page=7', {
      [`${AUDIT_PATH}/entries?type=REFUND&profile=donor1`]: [refundEntry],
    });
    expect(await screen.findByRole('article', { name: 'Refund at 77' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Profile').value).toBe('donor1');
    expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('REFUND');
  });

  test('stores its filters in the address, with times in UTC', async () => {
    const all = `?type=DONATION&profile=donor1&from=2026-11-20T00%3A00%3A00.000Z`;
    const api = open('/entries', { [`${AUDIT_PATH}/entries`]: [], [`${AUDIT_PATH}/entries${all}`]: [entry] });
    await screen.findByText('No entries match these filters.');
    await app.reader.type(screen.getByLabelText('Profile'), ' donor1 ');
    await app.reader.selectOptions(screen.getByLabelText('Type'), 'Donation');
    await app.reader.type(screen.getByLabelText('From (UTC)'), '2026-11-20T00:00');
    await app.reader.click(screen.getByRole('button', { name: 'Filter' }));
    expect(Object.fromEntries(new URLSearchParams(getCurrentPath().split('?')[1]))).toEqual({
      type: 'DONATION',
      profile: 'donor1',
      from: '2026-11-20T00:00:00.000Z',
    });
    expect(await screen.findByRole('article', { name: 'Donation at 41' })).toBeTruthy();
    expect(api.sentTo(`GET ${AUDIT_PATH}/entries${all}`)).toHaveLength(1);
    await app.reader.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(getCurrentPath()).toBe('/dashboard/audit/entries'));
  });

  test('links a posting to its account, and a refund to its donation', async () => {
    open('/entries', {
      [`${AUDIT_PATH}/entries`]: [refundEntry],
      [`${AUDIT_PATH}/crowdfundings/${crowdfunding}`]: statement,
    });
    const entry = within(await screen.findByRole('article', { name: 'Refund at 77' }));
    expect(entry.getByRole('link', { name: 'Wallet of @donor1' }).getAttribute('href')).toBe(
      `/dashboard/audit/accounts/wallet%3A${donor}`,
    );
    expect(entry.getAllByText('12,500')).toHaveLength(2);
    expect(entry.getByRole('link', { name: 'Held for “A roof for the shelter”' })).toBeTruthy();
    expect(entry.getByRole('link', { name: '@teller' }).getAttribute('href')).toBe('/profile/teller');
    await app.reader.click(entry.getByRole('link', { name: 'The refunded donation' }));
    const currentRow = (await screen.findAllByRole('row')).find((row) => row.getAttribute('aria-current'));
    expect(currentRow?.id).toBe(`donation-${donation}`);
    expect(currentRow?.textContent).toContain('@donor1');
  });

  test.each([
    [{ type: 'REFUND' }, 'refunded automatically after the campaign was cancelled'],
    [
      { type: 'REFUND', crowdfunding: { id: crowdfunding, status: 'CLOSED' } },
      'refunded automatically because the campaign had ended',
    ],
    [{ type: 'RELEASE' }, 'released automatically after the campaign was closed'],
    [{ type: 'PURCHASE' }, 'booked automatically when the payment provider reported it'],
  ])('describes an action of the system: %j', async (changes, sentence) => {
    const entry = createEntry({ actor: { kind: 'system', id: 'settlement', name: null }, ...changes });
    open('/entries', { [`${AUDIT_PATH}/entries`]: [entry] });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test('does not show the code that the system gives as a reason', async () => {
    const actor = { kind: 'system', id: 'settlement', name: null };
    open('/entries', {
      [`${AUDIT_PATH}/entries`]: [createEntry({ type: 'REFUND', actor, reason: 'cancelled' })],
    });
    expect(await screen.findByText(/^refunded automatically/)).toBeTruthy();
    expect(screen.queryByText(/^Reason/)).toBeNull();
  });

  test('names both people and the reasons of an adjustment, and hides ids behind the details', async () => {
    const agreement = {
      proposedBy: { id: donor, name: 'ana' },
      approvedBy: { id: refund, name: 'ben' },
      reason: 'Paid twice.',
    };
    const entry = createEntry({ type: 'ADJUSTMENT', reason: 'Checked.', agreement });
    open('/entries', { [`${AUDIT_PATH}/entries`]: [entry] });
    const card = within(await screen.findByRole('article'));
    expect(card.getByText(/^Proposed by/).textContent).toBe('Proposed by @ana, approved by @ben');
    expect(card.getByText('Reason: Paid twice.')).toBeTruthy();
    expect(card.getByText('Reason: Checked.')).toBeTruthy();
    const details = card.getByText('Details').closest('details');
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain(entry.eventId);
    const outside = card
      .getByText('Details')
      .closest('article')
      ?.textContent?.replace(details?.textContent ?? '', '');
    expect(outside).not.toContain(donation.slice(-8));
  });

  test('shows why a filter is rejected, without a retry', async () => {
    const api = open('/entries?profile=nobody', {});
    const refusal = { message: 'The profile does not exist.', code: 'PROFILE_NOT_FOUND' };
    api.on(`GET ${AUDIT_PATH}/entries?profile=nobody`, { status: 404, body: refusal });
    const main = within(screen.getByRole('main'));
    expect(await main.findByText('The profile does not exist.')).toBeTruthy();
    expect(main.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('an export', () => {
  test('is requested with filter and token, and saved as a file', async () => {
    const savedNames: string[] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      savedNames.push(this.download);
    };
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
    const api = open('/entries?type=DONATION', { [`${AUDIT_PATH}/entries?type=DONATION`]: [entry] });
    let exportRequest: SentRequest | undefined;
    api.on(`GET ${AUDIT_PATH}/export?type=DONATION&format=beancount`, (request) => {
      exportRequest = request;
      return { headers: { 'Content-Disposition': 'attachment; filename="journal.beancount"' } };
    });
    await app.reader.click(await screen.findByRole('button', { name: 'Beancount' }));
    await waitFor(() => expect(savedNames).toEqual(['journal.beancount']));
    expect(exportRequest?.headers.get('Authorization')).toBe('Bearer token-1');
    HTMLAnchorElement.prototype.click = click;
  });

  test('shows an error when it fails', async () => {
    open('/entries', { [`${AUDIT_PATH}/entries`]: [] });
    await app.reader.click(await screen.findByRole('button', { name: 'CSV' }));
    expect(await screen.findByText('Error creating the export.')).toBeTruthy();
  });
});
