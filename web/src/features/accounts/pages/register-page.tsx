import { Link } from 'react-router-dom';
import { Card, PageHeading } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { RegistrationForm } from '../registration/registration-form.tsx';

/** /register */
export function RegisterPage() {
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <PageHeading>Register</PageHeading>
        <RegistrationForm />
        <p className={styles.aside}>
          Already with us? <Link to="/login">Log in</Link>
        </p>
      </Card>
    </div>
  );
}
