import * as contract from '../../contract/crowdfunding.ts';
import { getNextPath } from './support/client.ts';
import { createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const CROWDFUNDING_COUNT = 23;
const HOUR_MS = 3_600_000;

/** Crowdfunding ids in order of approval. */
const ids: string[] = [];

setUpTestApi();
beforeAll(async () => {
  const { dataUser } = await registerNewUser(client);
  for (let i = 0; i < CROWDFUNDING_COUNT; i++) ids.push(await createActiveCrowdfunding(api, dataUser.id));
  // Two of each end and number of donations, so that the id decides between them.
  await api.database.pool.query(
    `UPDATE read.crowdfundings SET end_date = timestamptz '2030-01-01' + (rank / 2 * 7 % 11) * interval '1 hour',
      donations = rank / 2 * 5 % 11, refunds = 0
     FROM (SELECT id AS row_id, row_number() OVER (ORDER BY id)::integer AS rank FROM read.crowdfundings) ranked
     WHERE id = row_id`,
  );
});

async function readAllPages(sort: contract.CrowdfundingOrder): Promise<readonly contract.Crowdfunding[]> {
  const pages: contract.Crowdfunding[] = [];
  let path: string | null = `/api/crowdfunding/all?sort=${sort}`;
  while (path) {
    const response: Response = await fetch(api.url + path);
    pages.push(...((await response.json()) as contract.Crowdfunding[]));
    path = getNextPath(response.headers);
  }
  return pages;
}

const compare = (left: number | string, right: number | string) => (left < right ? -1 : left > right ? 1 : 0);

test('lists every active crowdfunding once, the earliest end first', async () => {
  const crowdfundings = await readAllPages('ending');
  expect(crowdfundings).toHaveLength(CROWDFUNDING_COUNT);
  const sortedCrowdfundings = [...crowdfundings].sort(
    (left, right) => compare(left.endDate ?? '', right.endDate ?? '') || compare(left.id, right.id),
  );
  expect(crowdfundings.map(({ id }) => id)).toEqual(sortedCrowdfundings.map(({ id }) => id));
  expect(Date.parse(crowdfundings.at(-1)?.endDate ?? '') - Date.parse(crowdfundings[0]?.endDate ?? '')).toBe(
    10 * HOUR_MS,
  );
});

test('lists none that has ended among those that end soon', async () => {
  const [id] = ids;
  const setEnd = (end: string) =>
    api.database.pool.query(`UPDATE read.crowdfundings SET end_date = ${end} WHERE id = $1`, [id]);
  const {
    rows: [row],
  } = await api.database.pool.query<{ end_date: Date }>(
    'SELECT end_date FROM read.crowdfundings WHERE id = $1',
    [id],
  );
  await setEnd(`now() - interval '1 minute'`);
  expect((await readAllPages('ending')).map((crowdfunding) => crowdfunding.id)).not.toContain(id);
  expect((await readAllPages('newest')).map((crowdfunding) => crowdfunding.id)).toContain(id);
  await setEnd(`'${row?.end_date.toISOString()}'`);
});

test('lists every active crowdfunding once, the most donations first', async () => {
  const crowdfundings = await readAllPages('supported');
  expect(crowdfundings).toHaveLength(CROWDFUNDING_COUNT);
  const sorted = [...crowdfundings].sort(
    (left, right) => right.numDonations - left.numDonations || compare(right.id, left.id),
  );
  expect(crowdfundings.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  expect(crowdfundings[0]?.numDonations).toBe(10);
});

test('lists the latest start first by default', async () => {
  const crowdfundings = await client.ok(contract.activeCrowdfundings);
  expect(crowdfundings.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 20));
});

test('rejects an unknown order, and a cursor of another order', async () => {
  const unknownOrderResponse = await fetch(`${api.url}/api/crowdfunding/all?sort=largest`);
  expect([unknownOrderResponse.status, await unknownOrderResponse.json()]).toMatchObject([
    400,
    { code: 'UNKNOWN_ORDER' },
  ]);
  const first = await fetch(`${api.url}/api/crowdfunding/all?sort=ending`);
  const nextPath = getNextPath(first.headers) ?? '';
  expect(nextPath).toContain('sort=ending');
  const mixedOrderResponse = await fetch(api.url + nextPath.replace('sort=ending', 'sort=supported'));
  expect([mixedOrderResponse.status, await mixedOrderResponse.json()]).toMatchObject([
    400,
    { code: 'INVALID_CURSOR' },
  ]);
});

describe('finished crowdfundings', () => {
  test('are those that were closed or cancelled after they were active', async () => {
    const organizer = await registerNewUser(client);
    const [closedId = '', cancelledId = '', pendingId = ''] = [
      await createActiveCrowdfunding(api, organizer.dataUser.id),
      await createActiveCrowdfunding(api, organizer.dataUser.id),
      await createCrowdfunding(api, organizer.dataUser.id),
    ];
    const { token } = organizer;
    await client.ok(contract.closeCrowdfunding, { token, params: { id: closedId } });
    for (const id of [cancelledId, pendingId])
      await client.ok(contract.cancelCrowdfunding, { token, params: { id } });

    const finishedCrowdfundings = await client.ok(contract.activeCrowdfundings, {
      query: { state: 'finished' },
    });
    expect(finishedCrowdfundings.map(({ id, status }) => [id, status])).toEqual([
      [cancelledId, 'CANCELLED'],
      [closedId, 'CLOSED'],
    ]);
  });
});

describe('a search', () => {
  const findTitles = async (text: string) =>
    (await client.ok(contract.activeCrowdfundings, { query: { text } })).map(({ title }) => title);

  test('finds crowdfundings by all of its words, in title and description, in any case', async () => {
    await api.database.pool.query(
      `UPDATE read.crowdfundings SET title = 'Pond 100%', description = 'For OTTERS' WHERE id = $1`,
      [ids[0]],
    );
    expect(await findTitles('otters pond')).toEqual(['Pond 100%']);
    expect(await findTitles('100%')).toEqual(['Pond 100%']);
    expect(await findTitles('otters hedge')).toEqual([]);
  });

  test.each([
    ['state', 'rejected', 'UNKNOWN_LIST_STATE'],
    ['text', 'x'.repeat(101), 'SEARCH_TOO_LONG'],
    ['text', '\0', 'FORBIDDEN_CHARACTERS'],
  ])('with the %s %j is refused', async (name, value, code) => {
    const response = await fetch(`${api.url}/api/crowdfunding/all?${new URLSearchParams({ [name]: value })}`);
    expect([response.status, await response.json()]).toMatchObject([400, { code }]);
  });
});
