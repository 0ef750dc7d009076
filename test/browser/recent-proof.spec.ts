import { expect } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { test } from './support/journey.ts';
import { describeInLanguages } from './support/languages.ts';
import { logInAs, registerPerson } from './support/people.ts';
import { backdateProof } from './support/sessions.ts';
import { logInStaff } from './support/staff.ts';

describeInLanguages(({ audit, security, shared, ui, problems }) => {
  test('staff prove their identity before they move coins, and keep their input', async ({
    page,
    context,
    playwright: { request },
  }) => {
    const staff = await logInStaff(request, 'amalia');
    const person = await registerPerson(request, 'Fern Hollow');
    await backdateProof(staff.session, 11);
    await logInAs(context, staff.session);
    await page.goto('/dashboard/audit/adjustments');
    await page.getByLabel(audit.filters.profile, { exact: true }).fill(person.username);
    await page.getByLabel(audit.adjustments.amount).fill('120');
    await page.getByLabel(shared.reason.label).fill('Paid at the counter.');
    await page.getByRole('button', { name: audit.adjustments.ask, exact: true }).click();

    const dialog = page.getByRole('dialog', { name: security.proof.title });
    const password = dialog.getByLabel(security.proof.password, { exact: true });
    await expect(password).toBeFocused();
    await expectAccessible(page, BOTH_THEMES);
    await dialog.getByRole('button', { name: ui.cancel }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel(audit.adjustments.amount)).toHaveValue('120');
    const proposal = page.getByRole('article').filter({ hasText: `@${person.username}` });
    await expect(proposal).toHaveCount(0);

    await page.getByRole('button', { name: audit.adjustments.ask, exact: true }).click();
    await password.fill('Wrong0Words');
    await dialog.getByRole('button', { name: security.proof.confirm }).click();
    await expect(dialog.getByText(problems.wrong)).toBeVisible();
    await password.fill('Amalia2026');
    await dialog.getByRole('button', { name: security.proof.confirm }).click();
    await expect(page.getByText(audit.done.propose)).toBeVisible();
    await expect(proposal).toHaveCount(1);
    await expect(dialog).toHaveCount(0);
  });
});
