import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleAtAllWidths } from './support/accessible.ts';
import { logInAs, registerPerson } from './support/people.ts';
import {
  buyCoins,
  createApiClient,
  createCrowdfunding,
  createOrganization,
  logInStaff,
} from './support/staff.ts';

const findHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function pay(page: Page, number: string): Promise<void> {
  await page.getByLabel('Número de tarjeta').pressSequentially(number);
  await page.getByLabel('Fecha de caducidad').pressSequentially('1240');
  await page.getByLabel('Código de seguridad (CVC)').fill('123');
  await page.getByRole('button', { name: 'Pagar 10,00 €' }).click();
}

test.use({ locale: 'es-ES' });

test('a user buys coins in Spanish, and sees in Spanish why a card is declined', async ({
  page,
  context,
  playwright,
}) => {
  await logInAs(context, await registerPerson(playwright.request));
  await page.goto('/wallet/payment');
  await page.getByText('Otra cantidad').click();
  await page.getByLabel('Cantidad de monedas').fill('30');
  await expect(page.getByText('Mín. 50')).toBeVisible();
  await expectAccessibleAtAllWidths(page);
  await page.getByText('1000 monedas').click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await expect(page.getByText('Introduce el número de tu tarjeta.')).toBeVisible();
  await page.getByText('usa una tarjeta de prueba').click();
  await expectAccessibleAtAllWidths(page);
  await pay(page, '4000000000009995');
  await expect(
    page.getByText('Tu tarjeta no tiene fondos suficientes. No se ha cobrado nada.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Volver a intentarlo' }).click();
  await pay(page, '4242424242424242');
  await expect(page.getByText('Ya tienes 1000 monedas más en tu monedero, por 10,00 €.')).toBeVisible();
  await page.getByRole('link', { name: 'Ir al monedero' }).click();
  await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('1000 monedas');
  await expectAccessibleAtAllWidths(page);
  await page.getByRole('link', { name: /^Recibo: Compra de monedas, 1000 monedas/ }).click();
  await expect(page.getByRole('article', { name: /^Recibo K-/ })).toContainText('10,00 €');
  await expectAccessibleAtAllWidths(page);
});

test('staff use the dashboard and the audit in Spanish', async ({ page, context, playwright }) => {
  const { request } = playwright;
  const staff = await logInStaff(request, 'amalia');
  const organization = await createOrganization(request, staff);
  const donor = await createApiClient(request, await registerPerson(request, 'Wren Dale'));
  await buyCoins(request, donor, 5_000);
  const { id } = await createCrowdfunding(organization, 'A dry and warm roof for all the harbour cats');
  await staff.call('put', `/api/dashboard/approve/crowdfunding/${id}`, {});
  await donor.call('post', `/api/transaction/donate/${id}?amount=1234`);
  await createCrowdfunding(organization, 'A pond for toads');

  await logInAs(context, staff.session);
  await page.goto('/dashboard');
  await expect(page.getByRole('table', { name: 'Cifras de cada día' })).toBeAttached();
  await expect(page.getByText(/^Objetivo en monedas: 50,00\smil, en 30 días · de @/).first()).toBeVisible();
  await expectAccessibleAtAllWidths(page);
  await page.getByRole('button', { name: 'Rechazar A pond for toads' }).first().click();
  await expect(page.getByRole('heading', { name: '¿Rechazar A pond for toads?' })).toBeVisible();
  await expectAccessibleAtAllWidths(page);

  await page.goto('/dashboard/audit');
  await expect(findHeading(page, 'Auditoría')).toBeVisible();
  await expectAccessibleAtAllWidths(page);
  const { nickname } = donor.session.dataUser;
  await page.goto(`/dashboard/audit/entries?profile=${nickname}`);
  const donationCards = page.getByRole('article', { name: /^Donación en la posición \d+$/ });
  await expect(async () => {
    await page.reload();
    await expect(donationCards).toContainText('1234', { timeout: 1_000 });
  }).toPass();
  await expectAccessibleAtAllWidths(page);
  await donationCards.getByRole('link', { name: 'Qué pasó con ella' }).click();
  await expect(page.getByText(/^Recibe donaciones · de @/)).toBeVisible();
  await expectAccessibleAtAllWidths(page);
});
