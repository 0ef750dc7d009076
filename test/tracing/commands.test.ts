import { createIdSource } from '../../adapters/clock.ts';
import { createMemoryEventLog } from '../../adapters/event-log/memory.ts';
import { traceCommands } from '../../adapters/tracing/commands.ts';
import { startTracing } from '../../adapters/tracing/index.ts';
import { createHandler } from '../../domain/handle.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { startCollector } from '../support/trace-collector.ts';

const ids = createIdSource();
const accountId = ids.next();

const createPurchase = () => {
  const purchaseId = ids.next();
  const command = { type: 'PurchaseCoins', accountId, purchaseId, amount: 5, source: 'clearing' } as const;
  return {
    command: { ...command, paymentId: `pi_${purchaseId}` },
    context: {
      commandId: purchaseId,
      correlationId: ids.next(),
      actor: { kind: 'operator', id: 'tests' } as const,
      occurredAt: '2026-11-21T09:00:00.000Z',
    },
  };
};

async function createTracedHandler(log: EventLog) {
  const collector = await startCollector();
  const traces = startTracing({ collectorUrl: collector.url, logger: { warn: () => {} } });
  const commands = traceCommands(traces, log);
  const handler = commands.wrapHandler(createHandler({ log: commands.log }));
  const purchaseCoins = ({ command, context } = createPurchase()) =>
    handler.handle(walletDecider, accountId, command, context);
  const closeAndGetSpans = async () => {
    await traces.close();
    await collector.close();
    return collector.spans;
  };
  return { buy: purchaseCoins, ended: closeAndGetSpans };
}

test('a command with conflicts records its retries and appends', async () => {
  const log = createMemoryEventLog();
  const competingHandler = createHandler({ log });
  let conflictCount = 0;
  const contendedLog: EventLog = {
    ...log,
    append: async (stream, events, expectedRevision) => {
      conflictCount += 1;
      const { command, context } = createPurchase();
      if (conflictCount <= 2) await competingHandler.handle(walletDecider, accountId, command, context);
      return log.append(stream, events, expectedRevision);
    },
  };
  const { buy, ended } = await createTracedHandler(contendedLog);
  await buy();
  const spans = await ended();
  const command = spans.find(({ name }) => name === 'wallet PurchaseCoins');
  const appendSpans = spans.filter(({ name }) => name === 'append wallet');
  expect(command?.values['kindra.command.retries']).toBe(2);
  expect(appendSpans.map(({ status }) => status.message ?? 'written')).toEqual([
    'WrongExpectedVersion',
    'WrongExpectedVersion',
    'written',
  ]);
  expect(new Set(appendSpans.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([command?.spanId]));
});

test('commands that share an append keep their own traces, and their events contain the trace ids', async () => {
  const log = createMemoryEventLog();
  const { buy, ended } = await createTracedHandler(log);
  const purchases = Array.from({ length: 12 }, createPurchase);
  await Promise.all(purchases.map(buy));
  const commands = (await ended()).filter(({ name }) => name === 'wallet PurchaseCoins');
  const traceIdsByCorrelation = new Map(
    commands.map(({ traceId, values }) => [values['kindra.correlation_id'], traceId]),
  );
  expect(new Set(traceIdsByCorrelation.values()).size).toBe(12);
  const events = await log.readAll();
  expect(events).toHaveLength(12);
  for (const { metadata } of events)
    expect(metadata.traceparent?.split('-')[1]).toBe(traceIdsByCorrelation.get(metadata.correlationId));
});
