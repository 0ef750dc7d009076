import fc from 'fast-check';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import { scaleRuns, scaleTimeout } from '../support/scale.ts';
import {
  ACCOUNTS,
  CROWDFUNDINGS,
  createCoinSystem,
  createPayment,
  type DonationOrder,
  donate,
  type LostResponse,
} from './coin-system.ts';
import { actionArbitrary, executeAction } from './coins-actions.ts';
import { checkSystem, sumAtProvider } from './coins-checks.ts';
import { countLedger, expectPlansExecuted, expectSettled } from './coins-oracle.ts';

/** Actions that run concurrently with settlement steps. The settlement can be killed afterwards. */
const momentArbitrary = fc.record({
  atOnce: fc.array(actionArbitrary, { minLength: 1, maxLength: 6, size: 'max' }),
  settlementSteps: fc.nat(12),
  shouldKillSettlement: fc.boolean(),
});

const lostResponses = fc.infiniteStream(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant<LostResponse>('no') },
    { weight: 1, arbitrary: fc.constantFrom<LostResponse>('before', 'after') },
  ),
);

test(
  'no coin is lost or created in random concurrent histories with crashes',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        lostResponses,
        fc.boolean(),
        fc.array(momentArbitrary, { minLength: 1, maxLength: 20, size: 'max' }),
        async (lostResponseStream, hasLongStreams, moments) => {
          const system = await createCoinSystem(
            () => lostResponseStream.next().value as LostResponse,
            hasLongStreams,
          );
          for (const accountIndex of ACCOUNTS.keys())
            await createPayment(system, {
              accountIndex,
              amount: 100,
              processIndex: 0,
              accountSource: 'metadata',
            });
          for (const payment of system.payments.values())
            await system.getProcess(0).books.book(payment, system.createContext());
          const orders: DonationOrder[] = [];
          const acknowledgedIds = new Set<string>();
          for (const { atOnce, settlementSteps, shouldKillSettlement } of moments) {
            const [accepted] = await Promise.all([
              Promise.all(atOnce.map((action) => executeAction(system, action, orders))),
              system.settlement.run(settlementSteps),
            ]);
            for (const donationId of accepted.flat()) acknowledgedIds.add(donationId);
            if (shouldKillSettlement) system.settlement.kill();
            await checkSystem(system.log, system.getProcess(1).handler);
          }

          for (const payment of system.payments.values())
            await system.getProcess(0).books.bookUnknown(payment, system.createContext());
          await system.settlement.finish();

          await checkSystem(system.log, system.getProcess(1).handler);
          const counts = countLedger(await system.log.readAll({ limit: 100_000 }));
          expectSettled(counts);
          const executedPlans = expectPlansExecuted(counts);
          expect(new Set(counts.donations.keys())).toEqual(new Set([...acknowledgedIds, ...executedPlans]));
          expect(counts.clearing).toBe(sumAtProvider(system.payments.values()));
        },
      ),
      { numRuns: scaleRuns(30) },
    );
  },
  scaleTimeout(60_000),
);

test(
  'a settlement that is killed after each step refunds every donation once or releases all',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.constantFrom(
          'CancelCrowdfunding' as const,
          'CancelCrowdfundingAsStaff' as const,
          'BanAccount' as const,
          'CloseCrowdfunding' as const,
        ),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
        async (hasLongStreams, type, workerFates) => {
          const system = await createCoinSystem(() => 'no', hasLongStreams);
          for (const accountIndex of [1, 2])
            await createPayment(system, {
              accountIndex,
              amount: 100,
              processIndex: 0,
              accountSource: 'metadata',
            });
          for (const payment of system.payments.values())
            await system.getProcess(0).books.book(payment, system.createContext());
          for (let number = 0; number < 20; number += 1)
            await donate(system, {
              accountIndex: 1 + (number % 2),
              crowdfundingIndex: 0,
              amount: 5,
              processIndex: 0,
              donationId: system.nextId(),
              isStale: false,
            });
          const [crowdfundingId, accountId] = [CROWDFUNDINGS[0] as string, ACCOUNTS[0] as string];
          const { handler } = system.getProcess(0);
          if (type === 'BanAccount') {
            const banCommand = { type, accountId, cancelCrowdfundings: true } as const;
            await handler.handle(accountDecider, accountId, banCommand, system.createContext());
          } else {
            const endCommand = { type, crowdfundingId, accountId } as const;
            await handler.handle(crowdfundingDecider, crowdfundingId, endCommand, system.createContext());
          }

          for (const steps of workerFates) {
            await system.settlement.run(steps);
            system.settlement.kill();
            await checkSystem(system.log, system.getProcess(1).handler);
          }
          await system.settlement.finish();

          const counts = countLedger(await system.log.readAll({ limit: 100_000 }));
          expectSettled(counts);
          const balances = ACCOUNTS.slice(0, 3).map((id) => counts.wallets.get(id) ?? 0);
          expect(balances).toEqual(type === 'CloseCrowdfunding' ? [100, 50, 50] : [0, 100, 100]);
        },
      ),
      { numRuns: scaleRuns(8) },
    );
  },
  scaleTimeout(60_000),
);
