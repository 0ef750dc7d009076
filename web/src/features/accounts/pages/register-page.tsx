import { Link } from 'react-router-dom';
import { useTranslation } from '../../../i18n/index.ts';
import { CardPage } from '../../../shared/card-page.tsx';
import { useReturnTarget } from '../../../shared/return-target.ts';
import styles from '../accounts.module.css';
import { RegistrationForm } from '../registration/registration-form.tsx';

/** /register: the registration wizard. */
export function RegisterPage() {
  const { t } = useTranslation('accounts');
  const returnTarget = useReturnTarget();
  return (
    <CardPage title={t('register.title')}>
      <RegistrationForm />
      <p className={styles.aside}>
        {t('register.alreadyHere')}{' '}
        <Link to="/login" state={returnTarget}>
          {t('register.login')}
        </Link>
      </p>
    </CardPage>
  );
}
