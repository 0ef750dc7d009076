import { useState } from 'react';
import { Link } from 'react-router-dom';
import { internalError, profileMissing } from '../../../../contract/problems.ts';
import { checkRequiredReason } from '../../../../contract/rules/moderation.ts';
import { cleanText } from '../../../../contract/rules/text.ts';
import { type SuspenseItem, useIdentifySuspenseMutation, useSuspenseInfiniteQuery } from '../../api/audit.ts';
import { getApiFailure } from '../../api/failure.ts';
import { getItems } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useResultToast } from '../../shared/use-result-toast.ts';
import {
  Button,
  Card,
  FormDialog,
  focusPageIfLost,
  PageHeading,
  TextArea,
  TextField,
} from '../../ui/index.ts';
import styles from './audit.module.css';
import { CoinCell, PagedLedger, UtcTime } from './components.tsx';
import { ADJUSTMENTS_PATH } from './paths.ts';

interface IdentifyDialogProps {
  readonly item: SuspenseItem;
  readonly onClose: () => void;
}

function IdentifyDialog({ item, onClose }: IdentifyDialogProps) {
  const { t } = useTranslation('audit', 'shared');
  const [profile, setProfile] = useState('');
  const [reason, setReason] = useState('');
  const [areProblemsShown, setProblemsShown] = useState(false);
  const [identify, { isLoading, error: failure }] = useIdentifySuspenseMutation();
  const showResult = useResultToast();
  const profileProblem = profile.trim() === '' ? profileMissing : null;
  const reasonProblem = checkRequiredReason(cleanText(reason));

  const submit = async () => {
    setProblemsShown(true);
    if (profileProblem || reasonProblem) return;
    const { error } = await identify({ id: item.id, profile: profile.trim(), reason: cleanText(reason) });
    if (!showResult(error, t('done.identify'))) return;
    focusPageIfLost();
    onClose();
  };

  return (
    <FormDialog
      title={t('suspense.question')}
      submit={t('suspense.ask')}
      busy={isLoading}
      failure={failure && !isLoading ? (getApiFailure(failure) ?? internalError) : null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className={styles.id}>{item.id}</p>
      <p className={styles.muted}>{t('suspense.another')}</p>
      <TextField
        label={t('filters.profile')}
        hint={t('filters.profileHint')}
        autoFocus
        value={profile}
        error={areProblemsShown ? profileProblem : null}
        onChange={(event) => setProfile(event.target.value)}
      />
      <TextArea
        label={t('shared:reason.label')}
        value={reason}
        error={areProblemsShown ? reasonProblem : null}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

/** /dashboard/audit/suspense: payments whose payer is unknown. */
export function SuspensePage() {
  const { t } = useTranslation('audit');
  const query = useSuspenseInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const [openItem, setOpenItem] = useState<SuspenseItem | null>(null);
  return (
    <>
      <PageHeading>{t('places.suspense')}</PageHeading>
      <Card>
        <PagedLedger
          query={query}
          items={getItems(query.data)}
          loading={t('suspense.loading')}
          empty={t('suspense.none')}
          failure={t('suspense.failure')}
          label={t('suspense.list')}
          columns={['payment', 'since', 'coins', 'whose']}
        >
          {(item) => (
            <tr>
              <td className={styles.id}>{item.id}</td>
              <td>
                <UtcTime instant={item.since} />
              </td>
              <CoinCell coins={item.amount} />
              <td>
                {item.proposed ? (
                  <Link to={ADJUSTMENTS_PATH}>{t('suspense.waits')}</Link>
                ) : (
                  <Button
                    size="small"
                    variant="soft"
                    aria-label={t('suspense.identifyName', { id: item.id })}
                    onClick={() => setOpenItem(item)}
                  >
                    {t('suspense.identify')}
                  </Button>
                )}
              </td>
            </tr>
          )}
        </PagedLedger>
      </Card>
      {openItem && <IdentifyDialog item={openItem} onClose={() => setOpenItem(null)} />}
    </>
  );
}
