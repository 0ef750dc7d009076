import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { internalError, type Problem } from '../../../../../contract/problems.ts';
import { passwordEmpty } from '../../../../../contract/rules/accounts.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { formatDay, formatNumber, getCurrentLanguage, useTranslation } from '../../../i18n/index.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { sessionEnded, useUser } from '../../../state/session.ts';
import { Button, Card, ErrorState, FormDialog, Loading } from '../../../ui/index.ts';
import {
  type DeletionTerms,
  useGetDeletionTermsQuery,
  useScheduleDeletionMutation,
} from '../own-data-api.ts';
import { PasswordField } from '../password-field.tsx';
import styles from './settings.module.css';

function Coins({ walletCoins, coinsInCrowdfundings }: DeletionTerms) {
  const { t } = useTranslation('accounts');
  if (walletCoins <= 0 && coinsInCrowdfundings === 0) return <p>{t('ownData.noCoins')}</p>;
  return (
    <>
      {walletCoins > 0 && (
        <p>
          {t('ownData.coins', { count: walletCoins, shown: formatNumber(walletCoins) })}{' '}
          <Link to="/crowdfundings">{t('ownData.donate')}</Link>
        </p>
      )}
      {coinsInCrowdfundings > 0 && (
        <p>{t('ownData.held', { count: coinsInCrowdfundings, shown: formatNumber(coinsInCrowdfundings) })}</p>
      )}
    </>
  );
}

function Obstacles({ crowdfundings }: Pick<DeletionTerms, 'crowdfundings'>) {
  const { t } = useTranslation('accounts');
  return (
    <div>
      <p>{t('ownData.obstacles')}</p>
      <ul className={styles.obstacles}>
        {crowdfundings.map(({ id, title }) => (
          <li key={id}>
            <Link to={`/crowdfundings/${id}`} dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Schedules the deletion and then ends the session. */
function useDeletion({ hasPassword }: DeletionTerms) {
  const { t } = useTranslation('accounts');
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [send, { isLoading }] = useScheduleDeletionMutation();

  const submit = async (password: string) => {
    if (hasPassword && password === '') return setProblem(passwordEmpty);
    const currentPassword = hasPassword ? password : undefined;
    const { data, error } = await send({ currentPassword, language: getCurrentLanguage() });
    if (!data) return setProblem(getApiFailure(error) ?? internalError);
    void navigate('/');
    dispatch(sessionEnded());
    dispatch(feedbackAdded('info', t('ownData.scheduled', { day: formatDay(data.eraseAt) })));
  };

  return { submit, problem, isLoading };
}

interface DeletionDialogProps {
  readonly terms: DeletionTerms;
  readonly onClose: () => void;
}

/** Asks for confirmation of the account deletion. Requires the password if the account has one. */
function DeletionDialog({ terms, onClose }: DeletionDialogProps) {
  const { t } = useTranslation('accounts');
  const { submit, problem, isLoading } = useDeletion(terms);
  const user = useUser();
  const [password, setPassword] = useState('');

  return (
    <FormDialog
      title={t('ownData.deleteQuestion')}
      intro={<p>{t('ownData.deleteWarning', { days: terms.days })}</p>}
      submit={t('ownData.delete')}
      danger
      busy={isLoading}
      failure={terms.hasPassword ? null : problem}
      onSubmit={() => void submit(password)}
      onClose={onClose}
    >
      {terms.hasPassword && (
        <>
          <input
            type="hidden"
            name="username"
            autoComplete="username"
            value={user?.nickname ?? ''}
            readOnly
          />
          <PasswordField
            label={t('ownData.password')}
            name="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            error={problem}
            onChange={({ target }) => setPassword(target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

function Deletion({ terms }: { readonly terms: DeletionTerms }) {
  const { t } = useTranslation('accounts');
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <p>{t('ownData.deletionText', { days: terms.days })}</p>
      <Coins {...terms} />
      {terms.crowdfundings.length > 0 ? (
        <Obstacles crowdfundings={terms.crowdfundings} />
      ) : (
        <Button
          variant="danger"
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => setConfirming(true)}
        >
          {t('ownData.delete')}
        </Button>
      )}
      {isConfirming && <DeletionDialog terms={terms} onClose={() => setConfirming(false)} />}
    </>
  );
}

/** Deletes the account after showing what happens to its coins. */
export function AccountDeletion() {
  const { t } = useTranslation('accounts');
  const { data, isError, refetch } = useGetDeletionTermsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Card as="section" className={styles.section} aria-labelledby="account-deletion">
      <h2 id="account-deletion">{t('ownData.deletion')}</h2>
      {data ? (
        <Deletion terms={data} />
      ) : isError ? (
        <ErrorState compact onRetry={() => void refetch()}>
          {t('ownData.failure')}
        </ErrorState>
      ) : (
        <Loading label={t('ownData.loading')} />
      )}
    </Card>
  );
}
