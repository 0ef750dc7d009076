import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ORGANIZATION_CATEGORIES } from '../../../../../contract/rules/accounts.ts';
import { Trans, useTranslation } from '../../../i18n/index.ts';
import { Checkbox, Select, TextField } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { PasswordField } from '../password-field.tsx';
import { getBirthdateBounds, getTodayUtc } from './birthdate.ts';
import type { StepName } from './form.ts';
import { KindStep } from './kind-step.tsx';
import { bindField, type StepProps } from './wizard-fields.ts';

function AccountStep(props: StepProps) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <TextField
        label={t('username')}
        hint={t('register.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        {...bindField('username', props)}
      />
      <PasswordField
        label={t('password')}
        hint={t('register.passwordHint')}
        autoComplete="new-password"
        {...bindField('password', props)}
      />
      <PasswordField
        label={t('register.confirm')}
        hint={t('register.confirmHint')}
        autoComplete="new-password"
        {...bindField('confirmPassword', props)}
      />
      <TextField
        label={t('register.email')}
        hint={t('register.emailHint')}
        type="email"
        autoComplete="email"
        required
        {...bindField('email', props)}
      />
    </>
  );
}

function PersonStep(props: StepProps) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <TextField
        label={t('register.name')}
        hint={t('register.nameHint')}
        autoComplete="given-name"
        required
        {...bindField('name', props)}
      />
      <TextField
        label={t('register.surnames')}
        hint={t('register.surnamesHint')}
        autoComplete="family-name"
        {...bindField('surnames', props)}
      />
      <div className={styles.pair}>
        <TextField
          label={t('register.birthdate')}
          hint={t('register.birthdateHint')}
          type="date"
          autoComplete="bday"
          required
          {...getBirthdateBounds(getTodayUtc())}
          {...bindField('birthdate', props)}
        />
        <Select
          label={t('register.gender')}
          hint={t('register.genderHint')}
          autoComplete="sex"
          required
          {...bindField('gender', props)}
        >
          <option value="" disabled>
            {t('register.choose')}
          </option>
          <option value="F">{t('gender.F')}</option>
          <option value="M">{t('gender.M')}</option>
          <option value="O">{t('gender.O')}</option>
        </Select>
      </div>
    </>
  );
}

function OrganizationStep(props: StepProps) {
  const { t } = useTranslation('accounts', 'categories');
  return (
    <>
      <TextField
        label={t('register.organization')}
        hint={t('register.organizationHint')}
        autoComplete="organization"
        required
        {...bindField('orgName', props)}
      />
      <Select
        label={t('register.category')}
        hint={t('register.categoryHint')}
        required
        {...bindField('category', props)}
      >
        <option value="" disabled>
          {t('register.choose')}
        </option>
        {ORGANIZATION_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {t(`categories:${category}`)}
          </option>
        ))}
      </Select>
      <TextField
        label={t('register.website')}
        hint={t('register.websiteHint')}
        type="url"
        autoComplete="url"
        {...bindField('website', props)}
      />
      <TextField
        label={t('register.registrationNumber')}
        hint={t('register.registrationNumberHint')}
        {...bindField('registrationNumber', props)}
      />
    </>
  );
}

function ConsentStep({ form, problems, onChange }: StepProps) {
  const { t } = useTranslation('accounts');
  return (
    <Checkbox
      name="consent"
      label={
        <Trans
          t={t}
          i18nKey="register.consent"
          components={{
            terms: <Link to="/terms" target="_blank" />,
            privacy: <Link to="/privacy" target="_blank" />,
          }}
        />
      }
      required
      checked={form.consent}
      error={problems.consent}
      onChange={({ target }) => onChange({ consent: target.checked })}
    />
  );
}

/** Content of each step. */
export const STEPS: Readonly<Record<StepName, (props: StepProps) => ReactNode>> = {
  kind: KindStep,
  account: AccountStep,
  person: PersonStep,
  organization: OrganizationStep,
  consent: ConsentStep,
};
