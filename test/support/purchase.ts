import type { Handler } from '../../domain/handle.ts';
import type { CommandContext } from '../../domain/kernel/command-group.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';

/** Credits a payment to an account's wallet. The payment id is derived from the command id. */
export const purchaseCoins = (
  handler: Handler,
  accountId: string,
  amount: number,
  context: CommandContext,
) => {
  const { commandId } = context;
  const purchase = {
    purchaseId: commandId,
    paymentId: `pi_${commandId}`,
    amount,
    source: 'clearing',
  } as const;
  return handler.handle(walletDecider, accountId, { type: 'PurchaseCoins', accountId, ...purchase }, context);
};
