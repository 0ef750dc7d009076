import type { CallContext } from './call-context.ts';
import { presentCharge, presentIntent, presentRefund } from './present.ts';
import { createInvalidRequest } from './problem.ts';
import type { ChargeRow, IntentRow, RefundRow } from './rows.ts';

/** Maximum number of refunds that Stripe includes in a charge. */
const REFUNDS_IN_CHARGE = 10;

const EXPANDABLE = ['latest_charge', 'latest_charge.refunds'];

const checkExpandable = (expand: readonly string[]): void => {
  const wrong = expand.find((path) => !EXPANDABLE.includes(path));
  if (wrong) throw createInvalidRequest(`This property cannot be expanded (${wrong}).`, { param: 'expand' });
};

const listRefunds = async (
  { client }: CallContext,
  charges: readonly string[],
): Promise<readonly RefundRow[]> => {
  const { rows } = await client.query<RefundRow>(
    `SELECT refund.* FROM unnest($1::text[]) AS wanted (charge)
     CROSS JOIN LATERAL (
       SELECT * FROM simulator.refunds WHERE charge = wanted.charge ORDER BY sequence DESC LIMIT ${REFUNDS_IN_CHARGE + 1}
     ) AS refund`,
    [charges],
  );
  return rows;
};

const presentRefundList = (charge: string, refunds: readonly RefundRow[]) => {
  const its = refunds.filter((refund) => refund.charge === charge);
  return {
    object: 'list',
    url: `/v1/charges/${charge}/refunds`,
    has_more: its.length > REFUNDS_IN_CHARGE,
    data: its.slice(0, REFUNDS_IN_CHARGE).map(presentRefund),
  };
};

const loadCharges = async (work: CallContext, ids: readonly string[], withRefunds: boolean) => {
  const { rows } = await work.client.query<ChargeRow>('SELECT * FROM simulator.charges WHERE id = ANY($1)', [
    ids,
  ]);
  const refunds = withRefunds ? await listRefunds(work, ids) : undefined;
  return new Map<string, object>(
    rows.map((charge) => [
      charge.id,
      { ...presentCharge(charge), ...(refunds && { refunds: presentRefundList(charge.id, refunds) }) },
    ]),
  );
};

/**
 * Presents payments with the charges and refunds requested by `expand`.
 * @throws Problem for other values
 */
export const presentIntents = async (
  work: CallContext,
  intents: readonly IntentRow[],
  expand: readonly string[],
): Promise<readonly object[]> => {
  checkExpandable(expand);
  const whole = work.caller === 'secret';
  const shown = intents.map((intent) => presentIntent(intent, work.behaviour, whole));
  if (expand.length === 0 || !whole) return shown;
  const ids = intents.flatMap(({ latest_charge: charge }) => charge ?? []);
  const charges = await loadCharges(work, ids, expand.includes('latest_charge.refunds'));
  return shown.map((intent, index) => ({
    ...intent,
    latest_charge: charges.get(intents[index]?.latest_charge ?? '') ?? null,
  }));
};

export const presentExpandedIntent = async (
  work: CallContext,
  intent: IntentRow,
  expand: readonly string[] = [],
) => {
  const [shown] = await presentIntents(work, [intent], expand);
  return shown ?? {};
};
