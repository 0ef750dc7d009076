import { Link } from 'react-router-dom';
import { useTranslation } from '../../../i18n/index.ts';
import { useReturnTarget } from '../../../shared/return-target.ts';
import { Card, PageHeading } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { RegistrationForm } from '../registration/registration-form.tsx';

/** /register: the registration wizard. */
export function RegisterPage() {
  const { t } = useTranslation('accounts');
  const returnTarget = useReturnTarget();
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <PageHeading>{t('register.title')}</PageHeading>
        <RegistrationForm />
        <p className={styles.aside}>
          {t('register.alreadyHere')}{' '}
          <Link to="/login" state={returnTarget}>
            {t('register.login')}
          </Link>
        </p>
      </Card>
    </div>
  );
}
