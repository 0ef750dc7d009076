import { screen, waitFor, within } from '@testing-library/react';
import type { FakeAnswer, SentRequest } from '../../testing/fake-api.ts';
import { closeApp, currentPlace, emptyApi, renderApp } from '../../testing/render-app.tsx';
import { sampleProfile, sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;
afterEach(() => closeApp(app.store));

const AUDIT = '/api/dashboard/audit';
const idOf = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [donor, campaign, donation, refund] = [idOf(1), idOf(20), idOf(31), idOf(32)];
const reader = sampleUser({ role: 'ADMIN' });

const open = (path: string, answers: Readonly<Record<string, unknown>>) => {
  const api = emptyApi();
  for (const [call, body] of Object.entries(answers)) api.on(`GET ${call}`, { body });
  app = renderApp({ at: `/dashboard/audit${path}`, user: reader, api });
  return api;
};

const entryOf = (over: object) => ({
  id: donation,
  position: 41,
  type: 'DONATION',
  dateTime: '2026-11-20T10:30:15.000Z',
  eventId: idOf(50),
  streamId: `wallet-${donor}`,
  correlationId: idOf(51),
  actor: { kind: 'account', id: donor, name: 'teller' },
  reason: null,
  reverses: null,
  postings: [
    { account: `wallet:${donor}`, name: 'donor1', debit: 12_500, credit: 0 },
    { account: `escrow:${campaign}`, name: 'A roof for the shelter', debit: 0, credit: 12_500 },
  ],
  ...over,
});
const given = entryOf({});
const back = entryOf({ id: refund, position: 77, type: 'REFUND', reverses: donation });

const statement = {
  crowdfunding: {
    id: campaign,
    title: 'A roof for the shelter',
    description: 'It rains in.',
    goalAmount: 250_000,
    durationDays: 30,
    status: 'CANCELLED',
    createdDate: '2026-11-19T10:00:00.000Z',
    startDate: '2026-11-19T11:00:00.000Z',
    endDate: null,
    currentAmount: 0,
    numDonations: 0,
    creator: { idProfile: idOf(5), profileName: 'Good Paws', nickname: 'goodpaws' },
  },
  donated: 12_500,
  refunded: 12_500,
  released: 0,
  held: 0,
  donations: [
    {
      id: donation,
      type: 'DONATION',
      timestamp: '2026-11-20T10:30:15.000Z',
      donor: { profileName: 'Don Or', nickname: 'donor1' },
      amount: 12_500,
      refund: { id: refund, timestamp: '2026-11-21T08:00:00.000Z' },
    },
  ],
};

const none = { count: 0, items: [] };
const noProblems = {
  position: 99,
  unbalanced: none,
  stuckSettlements: none,
  uncredited: none,
  suspense: { ...none, total: 0 },
  receivables: { ...none, total: 0 },
  adjustments: none,
};

describe('the journal', () => {
  test('is filtered by what the address says', async () => {
    open('/entries?profile=donor1&type=REFUND&page=7', {
      [`${AUDIT}/entries?type=REFUND&profile=donor1`]: [back],
    });
    expect(await screen.findByRole('article', { name: 'Refund at 77' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Profile').value).toBe('donor1');
    expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('REFUND');
  });

  test('keeps its filters in the address, the times in UTC', async () => {
    const all = `?type=DONATION&profile=donor1&from=2026-11-20T00%3A00%3A00.000Z`;
    const api = open('/entries', { [`${AUDIT}/entries`]: [], [`${AUDIT}/entries${all}`]: [given] });
    await screen.findByText('No entry fits.');
    await app.reader.type(screen.getByLabelText('Profile'), ' donor1 ');
    await app.reader.selectOptions(screen.getByLabelText('Type'), 'Donation');
    await app.reader.type(screen.getByLabelText('From (UTC)'), '2026-11-20T00:00');
    await app.reader.click(screen.getByRole('button', { name: 'Filter' }));
    expect(Object.fromEntries(new URLSearchParams(currentPlace().split('?')[1]))).toEqual({
      type: 'DONATION',
      profile: 'donor1',
      from: '2026-11-20T00:00:00.000Z',
    });
    expect(await screen.findByRole('article', { name: 'Donation at 41' })).toBeTruthy();
    expect(api.sentTo(`GET ${AUDIT}/entries${all}`)).toHaveLength(1);
    await app.reader.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(currentPlace()).toBe('/dashboard/audit/entries'));
  });

  test('leads from a posting to its account, and from a refund to its donation', async () => {
    Element.prototype.scrollIntoView = () => undefined;
    open('/entries', {
      [`${AUDIT}/entries`]: [back],
      [`${AUDIT}/crowdfundings/${campaign}`]: statement,
    });
    const entry = within(await screen.findByRole('article', { name: 'Refund at 77' }));
    expect(entry.getByRole('link', { name: 'Wallet …00000001' }).getAttribute('href')).toBe(
      `/dashboard/audit/accounts/wallet%3A${donor}`,
    );
    expect(entry.getAllByText('12,500')).toHaveLength(2);
    expect(entry.getByText('@donor1').closest('td')?.textContent).toBe(`Wallet …${donor.slice(-8)}@donor1`);
    expect(entry.getByText('“A roof for the shelter”')).toBeTruthy();
    expect(entry.getByRole('link', { name: '@teller' }).getAttribute('href')).toBe(`/profile/${donor}`);
    await app.reader.click(entry.getByRole('link', { name: 'The donation it gives back' }));
    const meant = (await screen.findAllByRole('row')).find((row) => row.getAttribute('aria-current'));
    expect(meant?.id).toBe(`donation-${donation}`);
    expect(meant?.textContent).toContain('@donor1');
  });

  test('says what the server refuses', async () => {
    const api = open('/entries?profile=nobody', {});
    const refusal = { message: 'The profile does not exist.', code: 'PROFILE_NOT_FOUND' };
    api.on(`GET ${AUDIT}/entries?profile=nobody`, { status: 404, body: refusal });
    await app.reader.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The profile does not exist.')).toBeTruthy();
  });
});

test('the statement of a campaign adds up, and leads to the public trail', async () => {
  open(`/crowdfundings/${campaign}`, { [`${AUDIT}/crowdfundings/${campaign}`]: statement });
  expect(await screen.findByRole('heading', { level: 1, name: 'A roof for the shelter' })).toBeTruthy();
  expect(screen.getByText('Donated').parentElement?.textContent).toBe('Donated12,500');
  expect(screen.getByText('Held').parentElement?.textContent).toBe('Held0');
  expect(screen.getByRole('link', { name: 'Public coin trail' }).getAttribute('href')).toBe(
    `/crowdfundings/${campaign}/coins`,
  );
  const refunded = screen.getByRole('link', { name: 'Refunded' }).getAttribute('href');
  expect(refunded).toContain('type=REFUND');
  expect(refunded).toContain(`crowdfunding=${campaign}`);
});

test('the statement of an account shows what it held after each line', async () => {
  const account = `wallet:${donor}`;
  const line = { id: donation, position: 41, type: 'DONATION', dateTime: '2026-11-20T10:30:15.000Z' };
  open(`/accounts/${encodeURIComponent(account)}`, {
    [`${AUDIT}/accounts/${encodeURIComponent(account)}`]: {
      account,
      name: 'donor1',
      balance: 7_500,
      lines: [{ ...line, debit: 12_500, credit: 0, balance: 7_500 }],
    },
  });
  const link = await screen.findByRole('link', { name: 'Donation' });
  const asked = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
  expect([asked.get('from'), asked.get('to')]).toEqual([
    '2026-11-20T10:30:00.000Z',
    '2026-11-20T10:31:00.000Z',
  ]);
  const row = link.closest('tr');
  expect(row?.textContent).toBe('2026-11-20 10:30:15Donation12,5007,500');
  expect(screen.getByText(account).textContent).toBe(`${account}@donor1`);
});

test('the trial balance stands at the moment in the address', async () => {
  const account = { account: 'suspense', name: null, debit: 0, credit: 500, balance: 500 };
  const erased = { ...account, account: `wallet:${donor}` };
  const named = { ...account, account: `receivable:${donor}`, name: 'donor1' };
  const balance = {
    position: 12,
    balanced: false,
    totalDebit: 400,
    totalCredit: 500,
    accounts: [account, erased, named],
  };
  open('/trial-balance?position=12', { [`${AUDIT}/trial-balance?position=12`]: balance });
  expect(await screen.findByText('Debits and credits differ at position 12.')).toBeTruthy();
  const table = within(screen.getByRole('table'));
  const cellOf = (name: string) => table.getByRole('link', { name }).closest('td')?.textContent;
  const short = `…${donor.slice(-8)}`;
  expect([cellOf('Suspense'), cellOf(`Wallet ${short}`), cellOf(`Receivable ${short}`)]).toEqual([
    'Suspense',
    `Wallet ${short}`,
    `Receivable ${short}@donor1`,
  ]);
  await app.reader.type(screen.getByLabelText('As of (UTC)'), '2026-11-01T08:00');
  await app.reader.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() =>
    expect(currentPlace()).toBe('/dashboard/audit/trial-balance?at=2026-11-01T08%3A00%3A00.000Z'),
  );
});

describe('what is wrong', () => {
  test('stands at the top, with ways to it', async () => {
    open('', {
      [`${AUDIT}/problems`]: {
        ...noProblems,
        stuckSettlements: {
          count: 21,
          items: [
            {
              crowdfunding: { id: campaign, title: 'A roof for the shelter' },
              kind: 'REFUND',
              waiting: 3,
              amount: 900,
              since: '2026-11-20T10:30:15.000Z',
            },
          ],
        },
      },
    });
    const stuck = within(await screen.findByRole('region', { name: 'Stuck refunds and releases' }));
    expect(stuck.getByRole('heading').textContent).toBe('Stuck refunds and releases: 21');
    expect(stuck.getByRole('listitem').textContent).toBe(
      'A roof for the shelter: 3 refunds of 900 coins since 2026-11-20 10:30:15',
    );
    expect(stuck.getByText('and 20 more')).toBeTruthy();
    expect(screen.queryByText(/Nothing is wrong/)).toBeNull();
  });

  test('is nothing', async () => {
    open('', { [`${AUDIT}/problems`]: noProblems });
    expect(await screen.findByText('Nothing is wrong with the books up to position 99.')).toBeTruthy();
  });
});

describe('an export', () => {
  test('is asked for with the filter and the token, and saved', async () => {
    const saved: string[] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push(this.download);
    };
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
    const api = open('/entries?type=DONATION', { [`${AUDIT}/entries?type=DONATION`]: [given] });
    let asked: SentRequest | undefined;
    api.on(`GET ${AUDIT}/export?type=DONATION&format=beancount`, (request) => {
      asked = request;
      return { headers: { 'Content-Disposition': 'attachment; filename="journal.beancount"' } };
    });
    await app.reader.click(await screen.findByRole('button', { name: 'Beancount' }));
    await waitFor(() => expect(saved).toEqual(['journal.beancount']));
    expect(asked?.headers.get('Authorization')).toBe('Bearer token-1');
    HTMLAnchorElement.prototype.click = click;
  });

  test('that fails says so', async () => {
    open('/entries', { [`${AUDIT}/entries`]: [] });
    await app.reader.click(await screen.findByRole('button', { name: 'CSV' }));
    expect(await screen.findByText('Error making the export.')).toBeTruthy();
  });
});

describe('adjustments', () => {
  const LIST = '/api/dashboard/adjustments';
  const other = { id: idOf(60), nickname: 'otherstaff' };
  const adjustment = {
    id: idOf(70),
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

  test('are asked for with a reason', async () => {
    const api = open('/adjustments', { [`${LIST}?status=OPEN`]: [] });
    api.on(`POST ${LIST}`, { body: adjustment });
    const form = within(await screen.findByRole('region', { name: 'Ask for an adjustment' }));
    await app.reader.click(form.getByRole('button', { name: 'Ask' }));
    expect(form.getByText('The profile is missing.')).toBeTruthy();
    expect(form.getByText('The reason cannot be empty.')).toBeTruthy();
    await app.reader.type(form.getByLabelText('Profile'), 'donor1');
    await app.reader.type(form.getByLabelText('Kindracoins'), '-250');
    await app.reader.type(form.getByLabelText('Reason'), 'Bought twice.');
    await app.reader.click(form.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('The adjustment waits for another member of staff.')).toBeTruthy();
    expect(api.sentTo(`POST ${LIST}`)[0]?.body).toEqual({
      profile: 'donor1',
      amount: -250,
      reason: 'Bought twice.',
      writeOff: false,
    });
  });

  test('what is typed while one is being sent stays', async () => {
    let answer = () => {};
    const sent = new Promise<FakeAnswer>((resolve) => {
      answer = () => resolve({ body: adjustment });
    });
    open('/adjustments', { [`${LIST}?status=OPEN`]: [] }).on(`POST ${LIST}`, () => sent);
    const form = within(await screen.findByRole('region', { name: 'Ask for an adjustment' }));
    await app.reader.type(form.getByLabelText('Profile'), 'donor1');
    await app.reader.type(form.getByLabelText('Kindracoins'), '-250');
    await app.reader.type(form.getByLabelText('Reason'), 'Bought twice.');
    await app.reader.click(form.getByRole('button', { name: 'Ask' }));
    await app.reader.type(form.getByLabelText('Reason'), ' And thrice.');
    answer();
    expect(await screen.findByText('The adjustment waits for another member of staff.')).toBeTruthy();
    expect(form.getByDisplayValue('Bought twice. And thrice.')).toBeTruthy();
  });

  test('are approved by another one', async () => {
    const api = open('/adjustments', { [`${LIST}?status=OPEN`]: [adjustment] });
    const call = `PUT ${LIST}/${adjustment.id}/approve`;
    api.on(call, { body: { ...adjustment, status: 'APPROVED' } });
    await app.reader.click(await screen.findByRole('button', { name: 'Approve' }));
    api.on(`GET ${LIST}?status=OPEN`, { body: [] });
    const asking = within(screen.getByRole('dialog'));
    await app.reader.click(asking.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('The adjustment has been approved.')).toBeTruthy();
    expect(await screen.findByText('There are no adjustments.')).toBeTruthy();
  });

  test('are taken back, not approved, by whoever asked', async () => {
    const own = { ...adjustment, proposedBy: { id: reader.id, nickname: reader.nickname } };
    open('/adjustments', { [`${LIST}?status=OPEN`]: [own] });
    expect(await screen.findByRole('button', { name: 'Take back' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    await app.reader.click(screen.getByRole('button', { name: 'Take back' }));
    const asking = within(screen.getByRole('dialog', { name: 'Take your adjustment back?' }));
    await app.reader.type(asking.getByRole('textbox'), 'A mistake.');
    await app.reader.click(asking.getByRole('button', { name: 'Take back' }));
    expect((await asking.findByRole('alert')).textContent).toBe('None.');
    expect(asking.getByDisplayValue('A mistake.')).toBeTruthy();
  });

  test('of their own wallet are not for staff to decide', async () => {
    const mine = { ...adjustment, profile: { id: reader.id, nickname: reader.nickname } };
    open('/adjustments', { [`${LIST}?status=OPEN`]: [mine] });
    await screen.findByText('“Bought twice.”');
    expect(screen.queryByRole('button', { name: /Approve|Decline|Take back/ })).toBeNull();
  });
});

test('a payment in suspense is said to be somebody’s', async () => {
  const item = { id: 'pi_lost1', amount: 700, since: '2026-11-20T10:30:15.000Z' };
  const api = open('/suspense', { '/api/dashboard/suspense': [item] });
  const call = 'PUT /api/dashboard/suspense/pi_lost1/identify';
  await app.reader.click(await screen.findByRole('button', { name: 'Identify pi_lost1' }));
  api.on('GET /api/dashboard/suspense', { body: [] });
  const asking = within(screen.getByRole('dialog'));
  await app.reader.type(asking.getByLabelText('Profile'), 'donor1');
  await app.reader.type(asking.getByLabelText('Reason'), 'Wrote to us.');
  await app.reader.click(asking.getByRole('button', { name: 'Credit it' }));
  expect((await asking.findByRole('alert')).textContent).toBe('None.');
  api.on(call, { body: item });
  await app.reader.click(asking.getByRole('button', { name: 'Credit it' }));
  expect(await screen.findByText('The payment has been credited.')).toBeTruthy();
  expect(api.sentTo(call)[0]?.body).toEqual({ profile: 'donor1', reason: 'Wrote to us.' });
  expect(await screen.findByText('No payment is in suspense.')).toBeTruthy();
});

test('staff actions say who did what, of whom and why', async () => {
  const action = {
    id: idOf(80),
    action: 'PROFILE_BANNED',
    actor: { kind: 'staff', id: reader.id, name: 'reader' },
    target: { kind: 'profile', id: donor, name: sampleProfile(1).nickname },
    reason: 'Sells puppies.',
    dateTime: '2026-11-20T10:30:15.000Z',
  };
  open('/actions', { [`${AUDIT}/actions`]: [action] });
  const row = (await screen.findByText('Profile banned')).closest('tr');
  expect(row?.textContent).toBe('2026-11-20 10:30:15@readerProfile banned@nickname1Sells puppies.');
});
