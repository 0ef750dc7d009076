import { expect, type Page } from '@playwright/test';
import { resetLinkInvalid, wrongPassword } from '../../../contract/problems.ts';
import { passwordNotSecure } from '../../../domain/accounts/rules.ts';
import { texts as englishAccounts } from '../../../web/src/i18n/en/accounts.ts';
import { texts as englishAdoption } from '../../../web/src/i18n/en/adoption.ts';
import { texts as englishAudit } from '../../../web/src/i18n/en/audit.ts';
import { texts as englishConversations } from '../../../web/src/i18n/en/conversations.ts';
import { texts as englishNotifications } from '../../../web/src/i18n/en/notifications.ts';
import { texts as englishSecurity } from '../../../web/src/i18n/en/security.ts';
import { texts as englishShared } from '../../../web/src/i18n/en/shared.ts';
import { texts as englishUi } from '../../../web/src/i18n/en/ui.ts';
import { texts as spanishAccounts } from '../../../web/src/i18n/es/accounts.ts';
import { texts as spanishAdoption } from '../../../web/src/i18n/es/adoption.ts';
import { texts as spanishAudit } from '../../../web/src/i18n/es/audit.ts';
import { texts as spanishConversations } from '../../../web/src/i18n/es/conversations.ts';
import { texts as spanishNotifications } from '../../../web/src/i18n/es/notifications.ts';
import { texts as spanishProblems } from '../../../web/src/i18n/es/problems.ts';
import { texts as spanishSecurity } from '../../../web/src/i18n/es/security.ts';
import { texts as spanishShared } from '../../../web/src/i18n/es/shared.ts';
import { texts as spanishUi } from '../../../web/src/i18n/es/ui.ts';
import { findEmailLink } from './emails.ts';
import { test } from './journey.ts';
import { WINDOWS } from './windows.ts';

/** Strings from the client and from emails, by language. */
const LANGUAGES = {
  English: {
    locale: 'en-GB',
    accounts: englishAccounts,
    adoption: englishAdoption,
    audit: englishAudit,
    conversations: englishConversations,
    notifications: englishNotifications,
    security: englishSecurity,
    shared: englishShared,
    ui: englishUi,
    problems: {
      insecure: passwordNotSecure.message,
      wrong: wrongPassword.message,
      invalidLink: resetLinkInvalid.message,
    },
    subjects: {
      confirm: 'Confirm your email address',
      reset: 'A new password for Kindra',
      changed: 'Your password for Kindra has been changed',
      device: 'A new device has logged in',
      factor: 'The security of your account at Kindra has changed',
      contact: 'Somebody asks about Biscuit',
      copy: 'Your data from Kindra is ready',
      deletion: 'Your account at Kindra will be deleted',
    },
  },
  Spanish: {
    locale: 'es-ES',
    accounts: spanishAccounts,
    adoption: spanishAdoption,
    audit: spanishAudit,
    conversations: spanishConversations,
    notifications: spanishNotifications,
    security: spanishSecurity,
    shared: spanishShared,
    ui: spanishUi,
    problems: {
      insecure: spanishProblems.PASSWORD_NOT_SECURE,
      wrong: spanishProblems.WRONG_PASSWORD,
      invalidLink: spanishProblems.RESET_LINK_INVALID,
    },
    subjects: {
      confirm: 'Confirma tu correo electrónico',
      reset: 'Una contraseña nueva para Kindra',
      changed: 'Tu contraseña de Kindra ha cambiado',
      device: 'Un dispositivo nuevo ha iniciado sesión',
      factor: 'La seguridad de tu cuenta de Kindra ha cambiado',
      contact: 'Alguien pregunta por Biscuit',
      copy: 'Tus datos de Kindra están listos',
      deletion: 'Tu cuenta de Kindra se va a eliminar',
    },
  },
} as const;

/** Strings in one language. */
export type Texts = (typeof LANGUAGES)[keyof typeof LANGUAGES];

/** Replaces the placeholders in a string, such as `{{name}}`. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** Creates a pattern that matches a string regardless of its placeholder values. */
export const toPattern = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{\{\w+\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+'),
  );

/** Defines journeys for each language, in a narrow and in a wide window. */
export function describeInLanguages(define: (texts: Texts) => void): void {
  for (const [language, texts] of Object.entries(LANGUAGES))
    for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide }))
      test.describe(`${language}, in a ${size} window`, () => {
        test.use({ viewport, locale: texts.locale });
        define(texts);
      });
}

/** Logs in with username and password. */
export async function logIn(
  page: Page,
  { accounts }: Texts,
  username: string,
  password: string,
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(accounts.username).fill(username);
  await page.getByLabel(accounts.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: accounts.login.submit }).click();
}

/** Verifies an email address with the link from the email. */
export async function confirmAddress(
  page: Page,
  { subjects, accounts }: Texts,
  email: string,
): Promise<void> {
  await page.goto(await findEmailLink(email, subjects.confirm));
  await page.getByRole('button', { name: accounts.emailLink.verify.submit }).click();
  await expect(page.getByText(accounts.emailLink.verify.done)).toBeVisible();
}

/** Deletes the session from the browser, as on a new device. */
export async function forgetDevice(page: Page): Promise<void> {
  await page.evaluate('localStorage.clear()');
  await page.goto('about:blank');
}
