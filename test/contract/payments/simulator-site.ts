import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import mount from 'koa-mount';
import Stripe from 'stripe';
import { createSimulatedPayments, SIMULATOR_PATH } from '../../../adapters/payments/index.ts';
import type { SimulatorOptions } from '../../../adapters/payments/simulator/index.ts';
import type { PaymentNotice } from '../../../domain/ports/payments.ts';
import { startControlledSimulator } from '../../support/payment-simulator.ts';
import { silentLogger } from './silent.ts';

const listen = async (listener: RequestListener): Promise<{ server: Server; url: string }> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const readBody = async (request: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Starts a website that mounts the simulator as Kindra does, and records the webhooks it receives. */
export const openSite = async (options: Omit<SimulatorOptions, 'logger'>) => {
  const simulator = await startControlledSimulator({ ...options, logger: silentLogger });
  const payments = createSimulatedPayments(simulator);
  const receivedNotices: PaymentNotice[] = [];
  let getResponseStatus = (): number => 200;

  const app = new Koa();
  app.use(mount(SIMULATOR_PATH, simulator.app));
  app.use(async (context) => {
    const signature = context.get('stripe-signature');
    receivedNotices.push(payments.verifyWebhook(signature)(await readBody(context.req)));
    context.status = getResponseStatus();
  });
  const { server, url } = await listen(app.callback());
  simulator.attach({ browserUrl: `${url}${SIMULATOR_PATH}`, webhookUrl: `${url}/webhook` });

  return {
    url,
    payments,
    controls: simulator.controls,
    keys: simulator.keys,
    api: `${url}${SIMULATOR_PATH}/v1`,
    stripe: new Stripe(simulator.keys.secretKey, { ...simulator.server, telemetry: false }),
    /** Received notices, in order of arrival. */
    received: receivedNotices,
    /** Returns the kinds of the received notices, excluding notices that Kindra ignores. */
    kinds: (): string[] => receivedNotices.map(({ kind }) => kind).filter((kind) => kind !== 'other'),
    /** Sets the response status for later webhooks. */
    answerWith: (status: () => number) => {
      getResponseStatus = status;
    },
    close: async () => {
      await simulator.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
};

/** Site that `openSite` returns. */
export type Site = Awaited<ReturnType<typeof openSite>>;

/** The parts of a simulator response that the tests check. */
export interface BrowserResponse {
  readonly id?: string;
  readonly status?: string;
  readonly last_payment_error?: object | null;
  readonly next_action?: { readonly redirect_to_url: { readonly url: string } } | null;
  readonly error?: { readonly code?: string; readonly decline_code?: string };
}

/** Returns the status and the parsed body of a simulator response. */
export const readResponse = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as BrowserResponse,
});

/** Creates a client that calls the simulator like a browser: it posts forms and sends the publishable key. */
export const createBrowserClient = (site: Site) => {
  const headers = { Authorization: `Bearer ${site.keys.publishableKey}` };
  return {
    get: (path: string, query: Readonly<Record<string, string>> = {}) =>
      fetch(`${site.api}${path}?${new URLSearchParams(query)}`, { headers }),
    post: (path: string, form: Readonly<Record<string, string>>) =>
      fetch(`${site.api}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) }),
  };
};

const NEXT_YEAR = String(new Date().getUTCFullYear() + 1);

/** Creates the form fields of a card payment. */
export const createCardForm = (number: string, changes: Readonly<Record<string, string>> = {}) => {
  const card = { number, exp_month: '12', exp_year: NEXT_YEAR, cvc: '123', ...changes };
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  return { 'payment_method_data[type]': 'card', ...Object.fromEntries(fields) };
};
