import { jest } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { type ReactElement, useMemo } from 'react';
import { chooseLanguage, loadTexts, Trans, useTranslation } from './index.ts';

beforeAll(() => loadTexts('accounts', 'audit', 'crowdfunding'));
afterEach(async () => {
  cleanup();
  await chooseLanguage('en');
});

function Cancel() {
  const { t } = useTranslation('ui');
  const memoized = useMemo(() => t('cancel'), [t]);
  return `${t('cancel')} ${memoized}`;
}

test('a component renders again after a change of the language', async () => {
  const { container } = render(<Cancel />);
  expect(container.textContent).toBe('Cancel Cancel');
  await act(() => chooseLanguage('es'));
  expect(container.textContent).toBe('Cancelar Cancelar');
});

function Pair() {
  const { t } = useTranslation('ui', 'shared');
  return `${t('cancel')} ${t('shared:delete')}`;
}

test('keys of further namespaces name them', () => {
  expect(render(<Pair />).container.textContent).toBe('Cancel Delete');
});

function TextsNotLoaded() {
  useTranslation('not-loaded' as 'ui');
  return null;
}

test('a component does not render without its texts', () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<TextsNotLoaded />)).toThrow('Texts not loaded: not-loaded.');
  error.mockRestore();
});

const getHtml = (element: ReactElement): string => render(element).container.innerHTML;

function Consent() {
  const { t } = useTranslation('accounts');
  return (
    <Trans t={t} i18nKey="register.consent" components={{ terms: <b />, privacy: <i id="privacy" /> }} />
  );
}

test('elements contain parts of a text', () => {
  expect(getHtml(<Consent />)).toBe(
    'I accept the <b>terms and conditions</b> and the <i id="privacy">privacy policy</i>.',
  );
});

function Debt() {
  const { t } = useTranslation('audit');
  return (
    <Trans
      t={t}
      i18nKey="problems.owes"
      components={{ person: <i>Ana</i>, account: <b />, amount: <u>5</u> }}
    />
  );
}

test('elements may contain elements', async () => {
  expect(getHtml(<Debt />)).toBe('<i>Ana</i> owes <b><u>5</u> coins</b>');
  cleanup();
  await chooseLanguage('es');
  expect(getHtml(<Debt />)).toBe('<i>Ana</i> debe <b><u>5</u> monedas</b>');
});

function Refunds({ count }: { readonly count: number }) {
  const { t } = useTranslation('audit');
  const components = { campaign: <i>A</i>, amount: <b>5</b>, time: <u>now</u> };
  return <Trans t={t} i18nKey="problems.refunds" values={{ count }} components={components} />;
}

test('texts with elements have plurals', () => {
  expect(getHtml(<Refunds count={1} />)).toBe('<i>A</i>: 1 refund of <b>5</b> coins since <u>now</u>');
  cleanup();
  expect(getHtml(<Refunds count={2} />)).toBe('<i>A</i>: 2 refunds of <b>5</b> coins since <u>now</u>');
});

function Balance({ coins }: { readonly coins: string }) {
  const { t } = useTranslation('crowdfunding');
  return <Trans t={t} i18nKey="donating.balance" values={{ coins }} components={{ more: <b /> }} />;
}

test('values contain no elements, and are isolated', () => {
  expect(getHtml(<Balance coins="<more/>" />)).toBe('You have &lt;more/&gt;. <b>Get more</b>');
  cleanup();
  expect(getHtml(<Balance coins="שלום" />)).toBe('You have \u2068שלום\u2069. <b>Get more</b>');
});
