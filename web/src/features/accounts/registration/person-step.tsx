import { useTranslation } from '../../../i18n/index.ts';
import { Select, TextField } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { birthdateBounds, todayInUtc } from './birthdate.ts';
import { bind, type StepProps } from './wizard-fields.ts';

/** Step 2: personal data. */
export function PersonStep(props: StepProps) {
  const { t } = useTranslation('accounts');
  return (
    <>
      <TextField
        label={t('register.name')}
        hint={t('register.nameHint')}
        autoComplete="given-name"
        required
        {...bind('name', props)}
      />
      <TextField
        label={t('register.surnames')}
        hint={t('register.surnamesHint')}
        autoComplete="family-name"
        {...bind('surnames', props)}
      />
      <div className={styles.pair}>
        <TextField
          label={t('register.birthdate')}
          hint={t('register.birthdateHint')}
          type="date"
          autoComplete="bday"
          required
          {...birthdateBounds(todayInUtc())}
          {...bind('birthdate', props)}
        />
        <Select
          label={t('register.gender')}
          hint={t('register.genderHint')}
          autoComplete="sex"
          required
          {...bind('gender', props)}
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
