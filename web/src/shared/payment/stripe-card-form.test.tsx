import { act, screen, waitFor } from '@testing-library/react';
import { createEmptyApi, renderApp } from '../../testing/render-app.tsx';
import { sampleUser } from '../../testing/samples.ts';

const SECRET = 'pi_1_secret_s';

interface Confirmation {
  readonly elements: unknown;
  readonly confirmParams: { readonly return_url: string };
}
type Result = { readonly error?: { readonly type: string; readonly message?: string } };

/** Fake of Stripe.js that records its calls. */
class FakeStripe {
  readonly openedWith: unknown[] = [];
  readonly elementKinds: string[] = [];
  readonly confirmations: Confirmation[] = [];
  private readonly listeners = new Map<string, () => void>();
  private settle: (result: Result) => void = () => {};

  readonly shownElements = {
    create: (kind: string) => {
      this.elementKinds.push(kind);
      return {
        on: (name: string, listener: () => void) => this.listeners.set(name, listener),
        mount: (place: HTMLElement) => {
          place.textContent = 'Card form of Stripe';
        },
        destroy: () => {},
      };
    },
  };

  elements(options: unknown) {
    this.openedWith.push(options);
    return this.shownElements;
  }

  confirmPayment(confirmation: Confirmation): Promise<Result> {
    this.confirmations.push(confirmation);
    return new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** Emits an event from the card form. */
  emit(name: 'ready' | 'loaderror'): void {
    act(() => this.listeners.get(name)?.());
  }

  /** Resolves the pending confirmation with `result`. */
  async answer(result: Result): Promise<void> {
    await act(async () => this.settle(result));
  }
}

let app: ReturnType<typeof renderApp>;
let provider: FakeStripe;
let keys: string[];

beforeEach(() => {
  sessionStorage.clear();
  provider = new FakeStripe();
  keys = [];
  const open = (key: string) => {
    keys.push(key);
    return provider;
  };
  Object.defineProperty(window, 'Stripe', { value: open, configurable: true });
});

async function openCardForm() {
  const api = createEmptyApi()
    .on('GET /api/wallet', { body: { walletCoins: 1250 } })
    .on('GET /api/payment/config', {
      body: { provider: 'stripe', publishableKey: 'pk_live_1', apiBase: 'https://api.stripe.com' },
    })
    .on('POST /api/payment/create-payment-intent', { body: SECRET });
  app = renderApp({ at: '/wallet/payment', user: sampleUser(), api });
  await app.reader.click(await screen.findByRole('button', { name: 'Continue' }));
  await screen.findByText('Card form of Stripe');
}

const payButton = () => screen.findByRole('button', { name: /^Pay/ });

async function openReadyForm() {
  await openCardForm();
  provider.emit('ready');
  return payButton();
}

test('opens the Stripe form with our key and the secret of the purchase', async () => {
  await openCardForm();
  expect(keys).toEqual(['pk_live_1']);
  expect(provider.openedWith).toEqual([expect.objectContaining({ clientSecret: SECRET })]);
  expect(provider.elementKinds).toEqual(['payment']);
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('confirms the payment once, with the result page as return address', async () => {
  const pay = await openReadyForm();
  await app.reader.click(pay);
  await app.reader.click(pay);
  expect(provider.confirmations).toEqual([
    {
      elements: provider.shownElements,
      confirmParams: { return_url: `${location.origin}/wallet/payment/result` },
      redirect: 'if_required',
    },
  ]);
});

test('shows the message of Stripe for a declined card, and can try again', async () => {
  const pay = await openReadyForm();
  await app.reader.click(pay);
  await provider.answer({ error: { type: 'card_error', message: 'Your card was declined.' } });
  expect(await screen.findByText('Your card was declined.')).toBeTruthy();
  await app.reader.click(await payButton());
  await waitFor(() => expect(provider.confirmations).toHaveLength(2));
});

test('can reload a form that Stripe could not load', async () => {
  await openCardForm();
  provider.emit('loaderror');
  await app.reader.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Card form of Stripe');
  provider.emit('ready');
  expect(await payButton()).toBeTruthy();
});
