import { ORGANIZATION_CATEGORIES } from '../../../../../contract/rules/accounts.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Select, TextField } from '../../../ui/index.ts';
import { bind, type StepProps } from './wizard-fields.ts';

/** Step 3, for organizations. */
export function OrganizationStep(props: StepProps) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <TextField
        label={t('register.organization')}
        hint={t('register.organizationHint')}
        autoComplete="organization"
        required
        {...bind('orgName', props)}
      />
      <Select
        label={t('register.category')}
        hint={t('register.categoryHint')}
        required
        {...bind('category', props)}
      >
        <option value="" disabled>
          {t('register.choose')}
        </option>
        {ORGANIZATION_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {category === 'OTHER' ? t('register.otherCategory') : category}
          </option>
        ))}
      </Select>
      <TextField
        label={t('register.website')}
        hint={t('register.websiteHint')}
        type="url"
        autoComplete="url"
        {...bind('website', props)}
      />
      <TextField
        label={t('register.registrationNumber')}
        hint={t('register.registrationNumberHint')}
        {...bind('registrationNumber', props)}
      />
    </>
  );
}
