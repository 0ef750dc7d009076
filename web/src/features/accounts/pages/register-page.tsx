import { Link } from 'react-router-dom';
import { Card, PageHeading } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { GoogleButton } from '../google/google-button.tsx';
import { RegistrationForm } from '../registration/registration-form.tsx';

/** /register */
export function RegisterPage() {
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <PageHeading>Register</PageHeading>
        <RegistrationForm />
        <p className={styles.or}>or</p>
        <GoogleButton />
        <p className={styles.aside}>
          Already with us? <Link to="/login">Log in</Link>
        </p>
      </Card>
    </div>
  );
}
