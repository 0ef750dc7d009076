import { composeSystem, type System } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { createLogger } from '../../adapters/logger.ts';
import { type RunningApi, startApi } from '../../api/main.ts';
import * as accounts from '../../contract/accounts.ts';
import * as contract from '../../contract/crowdfunding.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { startWorkers } from '../../workers/main.ts';
import type { Worker } from '../../workers/worker.ts';
import { type Client, createClient } from '../http/support/client.ts';
import { registerNewUser } from '../http/support/people.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type CollectedSpan, startCollector, type TraceCollector } from '../support/trace-collector.ts';
import { WAIT_MS, waitUntil } from '../support/wait.ts';

const TRACE_ID = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const CALLER_SPAN_ID = '0123456789abcdef';
const SETUP_TIMEOUT_MS = 60_000;

let database: TestDatabase;
let collector: TraceCollector;
let system: System;
let workers: Worker;
let api: RunningApi;
let client: Client;
let donor: AuthResponse;
let crowdfundingId: string;

const openTracedSystem = (collectorUrl: string): Promise<System> => {
  const settings = parseSettings({
    DATABASE_URL: database.url,
    TOKEN_SECRET: 'a secret of thirty-two characters or more',
    PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
  });
  return composeSystem(settings, createLogger('silent'), { role: 'system', canAttach: true });
};

const createContext = () => ({
  commandId: system.ids.next(),
  correlationId: system.ids.next(),
  actor: { kind: 'operator', id: 'tests' } as const,
  occurredAt: system.clock.now(),
});

async function creditCoins(accountId: string, amount: number): Promise<void> {
  const purchaseId = system.ids.next();
  await system.handler.handle(
    walletDecider,
    accountId,
    {
      type: 'PurchaseCoins',
      accountId,
      purchaseId,
      paymentId: `pi_${purchaseId}`,
      amount,
      source: 'clearing',
    },
    createContext(),
  );
}

async function createCrowdfunding(creatorId: string): Promise<string> {
  const id = system.ids.next();
  const form = { title: 'A roof', description: 'It rains in.', goalAmount: 10_000, durationDays: 7 };
  const createCommand = {
    type: 'CreateCrowdfunding',
    crowdfundingId: id,
    creatorId,
    imageHash: '0'.repeat(64),
  } as const;
  await system.handler.handle(crowdfundingDecider, id, { ...createCommand, ...form }, createContext());
  const [staffId, at] = [system.ids.next(), system.clock.now()];
  const approveCommand = { type: 'ApproveCrowdfunding', crowdfundingId: id, staffId, at } as const;
  const result = await system.handler.handle(crowdfundingDecider, id, approveCommand, createContext());
  if (result.accepted) await system.progress.waitFor(['crowdfundings'], result.position, WAIT_MS);
  return id;
}

beforeAll(async () => {
  database = await createDatabase();
  collector = await startCollector();
  system = await openTracedSystem(collector.url);
  workers = await startWorkers(system);
  api = await startApi(system, { clientFolder: '/nowhere' });
  client = createClient(api.url);
  donor = await registerNewUser(client);
  crowdfundingId = await createCrowdfunding((await registerNewUser(client)).dataUser.id);
  await creditCoins(donor.dataUser.id, 1_000);
}, SETUP_TIMEOUT_MS);
afterAll(async () => {
  await api.close();
  await workers.close();
  await system.close();
  await collector.close();
  await database.drop();
});

const donate = (amount: number, headers: Readonly<Record<string, string>> = {}) =>
  client.send(contract.donate, {
    token: donor.token,
    params: { crowdfundingId },
    query: { amount },
    headers,
  });

const listTraceSpans = (id: string): readonly CollectedSpan[] =>
  collector.spans.filter(({ traceId }) => traceId === id);
const findSpan = (spans: readonly CollectedSpan[], name: string): CollectedSpan | undefined =>
  spans.find((span) => span.name === name);

/** Name of the span that a donation request creates. */
const DONATION_SPAN = 'POST /api/transaction/donate/{crowdfundingId}';

describe('one donation', () => {
  let spans: readonly CollectedSpan[];
  const getSpan = (name: string): CollectedSpan => {
    const span = findSpan(spans, name);
    if (!span) throw new Error(`no span ${name} among ${spans.map((item) => item.name).join(', ')}`);
    return span;
  };

  beforeAll(async () => {
    const { status } = await donate(25, { Traceparent: `00-${TRACE_ID}-${CALLER_SPAN_ID}-01` });
    expect(status).toBe(200);
    // Spans are exported when they end, so the request span can arrive after the projection spans.
    const names = [DONATION_SPAN, 'project wallets', 'project journal', 'project crowdfundings'];
    await waitUntil(() => names.every((name) => findSpan(listTraceSpans(TRACE_ID), name)));
    spans = listTraceSpans(TRACE_ID);
  });

  test('is one connected trace, from the caller to the read models', () => {
    const ids = new Set([CALLER_SPAN_ID, ...spans.map(({ spanId }) => spanId)]);
    for (const { parentSpanId } of spans) expect(ids).toContain(parentSpanId);
    const request = getSpan(DONATION_SPAN);
    expect(request.parentSpanId).toBe(CALLER_SPAN_ID);
    const command = getSpan('wallet DonateCoins');
    expect(command.parentSpanId).toBe(request.spanId);
    expect(getSpan('append wallet').parentSpanId).toBe(command.spanId);
    expect(getSpan('wait for read models').parentSpanId).toBe(request.spanId);
    for (const name of ['wallets', 'journal', 'crowdfundings'])
      expect(getSpan(`project ${name}`).parentSpanId).toBe(command.spanId);
  });

  test('records operations and their relations', async () => {
    expect(getSpan(DONATION_SPAN).values).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/transaction/donate/{crowdfundingId}',
      'http.response.status_code': 200,
    });
    const { rows } = await database.pool.query(
      `SELECT metadata->>'correlationId' AS correlation, position FROM log.events WHERE type = 'CoinsDonated'`,
    );
    const { correlation, position } = rows[0];
    expect(getSpan('wallet DonateCoins').values).toMatchObject({
      'kindra.stream.category': 'wallet',
      'kindra.command.type': 'DonateCoins',
      'kindra.command.events': 1,
      'kindra.command.retries': 0,
      'kindra.correlation_id': correlation,
    });
    expect(getSpan('append wallet').values['kindra.log.position']).toBe(Number(position));
    const projectionValues = getSpan('project wallets').values;
    expect(projectionValues).toMatchObject({
      'kindra.projection.events': 1,
      'kindra.correlation_id': correlation,
    });
    expect(projectionValues['kindra.projection.lag_ms']).toBeGreaterThanOrEqual(0);
  });
});

test('a rejected command is not recorded as an error', async () => {
  const traceId = 'b1b2c3d4e5f60718293a4b5c6d7e8f90';
  const { status } = await donate(900_000, { Traceparent: `00-${traceId}-${CALLER_SPAN_ID}-01` });
  expect(status).toBe(400);
  await waitUntil(() => listTraceSpans(traceId).length >= 2);
  const request = findSpan(listTraceSpans(traceId), DONATION_SPAN);
  expect(request?.values).toMatchObject({
    'http.response.status_code': 400,
    'error.type': 'INSUFFICIENT_COINS',
  });
  expect(request?.status.code ?? 0).toBe(0);
  expect(findSpan(listTraceSpans(traceId), 'wallet DonateCoins')?.values['kindra.command.rejection']).toBe(
    'INSUFFICIENT_COINS',
  );
});

test('ignores a malformed trace of a caller', async () => {
  const previousCount = collector.spans.length;
  for (const traceparent of [
    'nonsense',
    `00-${'0'.repeat(32)}-${CALLER_SPAN_ID}-01`,
    `ff-${TRACE_ID}-${CALLER_SPAN_ID}-01`,
    `00-${TRACE_ID}-${CALLER_SPAN_ID}-01-x`,
  ])
    expect((await donate(1, { Traceparent: traceparent })).status).toBe(200);
  await waitUntil(
    () => collector.spans.slice(previousCount).filter(({ name }) => name.startsWith('POST')).length >= 4,
  );
  for (const span of collector.spans.slice(previousCount)) {
    expect(span.traceId).not.toBe('0'.repeat(32));
    if (span.name.startsWith('POST')) expect(span.parentSpanId ?? '').toBe('');
  }
});

test('a batch that follows from several requests links to each of them', async () => {
  const { tracing, handler, ids } = system;
  const traces: string[] = [];
  const accountId = ids.next();
  const purchaseCoins = (index: number) =>
    tracing.runInSpan(
      `request ${index}`,
      () => ({ causes: [] }),
      async ({ traceparent }) => {
        traces.push(traceparent?.split('-')[1] ?? '');
        const purchaseId = ids.next();
        const command = {
          type: 'PurchaseCoins',
          accountId,
          purchaseId,
          paymentId: `pi_${purchaseId}`,
          amount: 100,
        } as const;
        return handler.handle(walletDecider, accountId, { ...command, source: 'clearing' }, createContext());
      },
    );
  await Promise.all(Array.from({ length: 8 }, (_, index) => purchaseCoins(index)));
  const listLinkedTraceIds = () =>
    new Set(
      collector.spans
        .filter(({ name }) => name === 'project wallets')
        .flatMap(({ traceId, links }) => [traceId, ...links.map((link) => link.traceId)]),
    );
  await waitUntil(() => traces.every((trace) => listLinkedTraceIds().has(trace)));
  expect(collector.spans.some(({ name, links }) => name === 'project wallets' && links.length > 1)).toBe(
    true,
  );
  for (const trace of traces) expect(findSpan(listTraceSpans(trace), 'wallet PurchaseCoins')).toBeDefined();
});

test('contains no personal data: no names, addresses, tokens, texts or queries', async () => {
  const username = 'secretivesomebody';
  const person = await registerNewUser(client, username);
  await client.send(accounts.getProfile, { params: { nickname: username }, token: person.token });
  await donate(777);
  await waitUntil(() => collector.spans.filter(({ name }) => name === 'account RegisterAccount').length >= 3);
  await waitUntil(() => findSpan(collector.spans, 'GET /api/profile/{nickname}') !== undefined);
  const exportedText = collector.bodies.join('\n');
  const { id } = person.dataUser;
  const secrets = [
    username,
    id,
    person.token,
    'example.org',
    'Somebody',
    'It rains in',
    'amount=',
    '127.0.0.1',
  ];
  for (const secret of secrets) expect(exportedText).not.toContain(secret);
});
