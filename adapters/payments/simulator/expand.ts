import type { CallContext } from './call-context.ts';
import { toChargeResponse, toIntentResponse, toRefundResponse } from './present.ts';
import { createInvalidRequest } from './problem.ts';
import type { ChargeRow, IntentRow, RefundRow } from './rows.ts';

/** Maximum number of refunds that Stripe includes in a charge. */
const REFUNDS_IN_CHARGE = 10;

const EXPANDABLE_PATHS = ['latest_charge', 'latest_charge.refunds'];

const checkExpandable = (expand: readonly string[]): void => {
  const unknownPath = expand.find((path) => !EXPANDABLE_PATHS.includes(path));
  if (unknownPath)
    throw createInvalidRequest(`This property cannot be expanded (${unknownPath}).`, { param: 'expand' });
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

const toRefundListResponse = (charge: string, refunds: readonly RefundRow[]) => {
  const chargeRefunds = refunds.filter((refund) => refund.charge === charge);
  return {
    object: 'list',
    url: `/v1/charges/${charge}/refunds`,
    has_more: chargeRefunds.length > REFUNDS_IN_CHARGE,
    data: chargeRefunds.slice(0, REFUNDS_IN_CHARGE).map(toRefundResponse),
  };
};

const loadCharges = async (context: CallContext, ids: readonly string[], shouldIncludeRefunds: boolean) => {
  const { rows } = await context.client.query<ChargeRow>(
    'SELECT * FROM simulator.charges WHERE id = ANY($1)',
    [ids],
  );
  const refunds = shouldIncludeRefunds ? await listRefunds(context, ids) : undefined;
  return new Map<string, object>(
    rows.map((charge) => [
      charge.id,
      { ...toChargeResponse(charge), ...(refunds && { refunds: toRefundListResponse(charge.id, refunds) }) },
    ]),
  );
};

/**
 * Returns API responses for payments. Includes the charges and refunds that are requested with `expand`.
 * @throws Problem for other `expand` values
 */
export const expandIntents = async (
  context: CallContext,
  intents: readonly IntentRow[],
  expand: readonly string[],
): Promise<readonly object[]> => {
  checkExpandable(expand);
  const hasAllFields = context.caller === 'secret';
  const responses = intents.map((intent) => toIntentResponse(intent, context.behaviour, hasAllFields));
  if (expand.length === 0 || !hasAllFields) return responses;
  const ids = intents.flatMap(({ latest_charge: charge }) => charge ?? []);
  const charges = await loadCharges(context, ids, expand.includes('latest_charge.refunds'));
  return responses.map((intent, index) => ({
    ...intent,
    latest_charge: charges.get(intents[index]?.latest_charge ?? '') ?? null,
  }));
};

/** Returns the response for one payment, as `expandIntents` does for several. */
export const expandIntent = async (
  context: CallContext,
  intent: IntentRow,
  expand: readonly string[] = [],
) => {
  const [response] = await expandIntents(context, [intent], expand);
  return response ?? {};
};
