import type { Context, Middleware } from 'koa';
import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../../common/transaction.ts';
import { applyChallengeResult } from './attempts.ts';
import type { SimulatorBehaviour } from './call-context.ts';
import { Problem } from './problem.ts';
import { parseForm, readBody } from './request.ts';
import type { IntentRow } from './rows.ts';

interface ChallengeOptions {
  readonly pool: Pool;
  readonly behaviour: SimulatorBehaviour;
  readonly onChange: () => void;
}

const findIntent = async (
  client: PoolOrClient,
  challenge: string,
  lock = '',
): Promise<IntentRow | undefined> => {
  const { rows } = await client.query<IntentRow>(
    `SELECT * FROM simulator.payment_intents WHERE challenge = $1 ${lock}`,
    [challenge],
  );
  return rows[0];
};

/** Renders a page. Nothing is escaped, because the page contains no user input. */
const renderPage = (heading: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>
  body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center;
    background: #f4f4f7; color: #222; }
  main { background: #fff; padding: 2rem; border-radius: 12px; max-width: 26rem; margin: 1rem; }
  h1 { font-size: 1.4rem; margin-top: 0; }
  button { font: inherit; padding: .6rem 1.4rem; border-radius: 8px; border: 2px solid #3b4cca; cursor: pointer;
    margin-right: .6rem; background: #fff; color: #3b4cca; }
  button[value=complete] { background: #3b4cca; color: #fff; }
</style>
</head>
<body><main><h1>${heading}</h1>${body}</main></body>
</html>
`;

const CENTS_PER_EURO = 100;

const renderQuestion = ({ amount, currency }: IntentRow): string =>
  renderPage(
    '3-D Secure test page',
    `<p>No bank is contacted and no money is moved. Approve this payment of ${(amount / CENTS_PER_EURO).toFixed(2)}
     ${currency.toUpperCase()}?</p>
     <form method="post">
       <button name="outcome" value="complete">Complete</button>
       <button name="outcome" value="fail">Fail</button>
     </form>`,
  );

const sendPage = (context: Context, status: number, html: string): void => {
  context.status = status;
  context.type = 'html';
  context.set({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
  context.body = html;
};

const toRedirectStatus = ({ status }: IntentRow): string =>
  status === 'succeeded' || status === 'processing' ? status : 'failed';

const buildReturnUrl = (intent: IntentRow, returnUrl: string): string => {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', toRedirectStatus(intent));
  return url.href;
};

const redirectBack = (context: Context, intent: IntentRow): void => {
  if (intent.return_url) {
    context.set({ Location: buildReturnUrl(intent, intent.return_url), 'Referrer-Policy': 'no-referrer' });
    context.status = 303;
  } else {
    sendPage(context, 200, renderPage('Done', '<p>You may close this page.</p>'));
  }
};

const completeChallenge = (
  { pool, behaviour }: ChallengeOptions,
  challenge: string,
  isAuthenticated: boolean,
) =>
  inTransaction(pool, async (client) => {
    const intent = await findIntent(client, challenge, 'FOR NO KEY UPDATE');
    const callContext = {
      client,
      behaviour,
      caller: 'publishable',
      requestId: null,
      idempotencyKey: null,
    } as const;
    return intent && applyChallengeResult(callContext, intent, isAuthenticated);
  });

const sendNotFound = (context: Context): void =>
  sendPage(context, 404, renderPage('Not found', '<p>This challenge does not exist.</p>'));

const showChallenge = async (
  context: Context,
  { pool }: ChallengeOptions,
  challenge: string,
): Promise<void> => {
  const intent = await findIntent(pool, challenge);
  if (!intent) sendNotFound(context);
  else if (intent.status === 'requires_action') sendPage(context, 200, renderQuestion(intent));
  else redirectBack(context, intent);
};

const submitChallenge = async (
  context: Context,
  options: ChallengeOptions,
  challenge: string,
): Promise<void> => {
  const { outcome } = parseForm(await readBody(context.req));
  const intent = await completeChallenge(options, challenge, outcome === 'complete');
  options.onChange();
  if (intent) redirectBack(context, intent);
  else sendNotFound(context);
};

/** Creates the page of the card holder's bank, on which a 3-D Secure challenge is completed or failed. */
export const createChallengePages =
  (options: ChallengeOptions): Middleware =>
  async (context) => {
    const challenge = /^\/challenges\/(\w{1,100})$/.exec(context.path)?.[1];
    if (!challenge) {
      sendNotFound(context);
      return;
    }
    try {
      await (context.method === 'POST' ? submitChallenge : showChallenge)(context, options, challenge);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      sendPage(context, error.status, renderPage('Not possible', `<p>${error.details.message}</p>`));
    }
  };
