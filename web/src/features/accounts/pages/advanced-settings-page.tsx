import { LogOut, UserX } from 'lucide-react';
import { useState } from 'react';
import { Button, Card, ConfirmDialog } from '../../../ui/index.ts';
import styles from '../settings/settings.module.css';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ThemeSection } from '../settings/theme-section.tsx';
import { useLeaving } from '../settings/use-leaving.ts';

/** /settings/advanced-management: how Kindra looks, and the ends of session and account. */
export function AdvancedSettingsPage() {
  const { loggingOut, deactivating, logOut, deactivate } = useLeaving();
  const [asking, setAsking] = useState(false);

  return (
    <SettingsFrame title="Advanced management">
      <ThemeSection />
      <Card as="section" className={styles.section}>
        <h2>Session</h2>
        <p>You can come back at any time.</p>
        <Button
          variant="secondary"
          icon={<LogOut size={18} aria-hidden="true" />}
          busy={loggingOut}
          onClick={() => void logOut()}
        >
          Log out
        </Button>
      </Card>
      <Card as="section" className={styles.section}>
        <h2>Deactivation</h2>
        <p>
          Your profile and your posts are hidden, and you cannot log in. Only our staff can reactivate it.
        </p>
        <Button
          variant="danger"
          icon={<UserX size={18} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          Deactivate account
        </Button>
      </Card>
      <ConfirmDialog
        open={asking}
        title="Are you sure you want to deactivate your account?"
        warning="You are logged out everywhere, and only our staff can reactivate it."
        confirm="Deactivate account"
        busy={deactivating}
        onConfirm={() => void deactivate().then((done) => done || setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </SettingsFrame>
  );
}
