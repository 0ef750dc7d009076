import { useSearchParams } from 'react-router-dom';
import {
  type Adjustment,
  useAdjustmentsInfiniteQuery,
  useApproveAdjustmentMutation,
  useDeclineAdjustmentMutation,
} from '../../api/audit.ts';
import { getItems } from '../../api/paging.ts';
import { formatNumber, Trans, useTranslation } from '../../i18n/index.ts';
import { PagedSection, withoutStaleItems } from '../../shared/paged-list.tsx';
import { ReasonButton } from '../../shared/reason-button.tsx';
import { useUser } from '../../state/session.ts';
import { Card, EmptyState, PageHeading, Tabs } from '../../ui/index.ts';
import { AdjustmentForm } from './adjustment-form.tsx';
import styles from './audit.module.css';
import { CoinAmount, PersonLink, UtcTime } from './components.tsx';

type Status = Adjustment['status'];

const STATUSES: readonly Status[] = ['OPEN', 'APPROVED', 'DECLINED'];

function AdjustmentDecision({ adjustment }: { readonly adjustment: Adjustment }) {
  const { t } = useTranslation('audit', 'shared');
  const user = useUser();
  const [approve] = useApproveAdjustmentMutation();
  const [decline] = useDeclineAdjustmentMutation();
  const { id } = adjustment;
  // Staff cannot decide about adjustments of their own wallets.
  if (user?.id === adjustment.profile.id) return null;
  const isOwn = user?.id === adjustment.proposedBy.id;
  return (
    <div className={styles.buttons}>
      <ReasonButton
        button={{ variant: 'secondary' }}
        title={t(`adjustments.questions.${isOwn ? 'takeBack' : 'decline'}`)}
        confirm={t(isOwn ? 'adjustments.takeBack' : 'shared:decision.verdicts.decline')}
        danger
        onConfirm={(reason) => decline({ id, reason })}
        doneText={t(`done.${isOwn ? 'takeBack' : 'decline'}`)}
      />
      {isOwn ? (
        <span className={styles.muted}>{t('adjustments.another')}</span>
      ) : (
        <ReasonButton
          button={{}}
          title={t('adjustments.questions.approve')}
          confirm={t('shared:decision.verdicts.approve')}
          onConfirm={(reason) => approve({ id, reason })}
          doneText={t('done.approve')}
        />
      )}
    </div>
  );
}

function AdjustmentCard({ adjustment }: { readonly adjustment: Adjustment }) {
  const { t } = useTranslation('audit');
  const { profile, status, reason, proposedBy, proposedDate, decidedBy, decidedDate } = adjustment;
  const kind = t(`adjustments.kinds.${adjustment.kind}`);
  const amount = Math.abs(adjustment.amount);
  return (
    <Card
      as="article"
      className={styles.entry}
      aria-label={t('adjustments.label', { kind, amount: formatNumber(amount) })}
    >
      <p>
        <Trans
          t={t}
          i18nKey="adjustments.what"
          values={{ kind }}
          components={{
            amount: <CoinAmount coins={amount} />,
            person: <PersonLink nickname={profile.nickname} />,
          }}
        />
      </p>
      {adjustment.payment !== null && (
        <p>
          <Trans
            t={t}
            i18nKey="adjustments.payment"
            components={{ payment: <span className={styles.id}>{adjustment.payment}</span> }}
          />
        </p>
      )}
      {reason && <p className={styles.words}>“{reason}”</p>}
      <p className={styles.muted}>
        <Trans
          t={t}
          i18nKey="adjustments.asked"
          components={{
            person: <PersonLink nickname={proposedBy.nickname} />,
            time: <UtcTime instant={proposedDate} />,
          }}
        />
        {decidedBy && decidedDate && status !== 'OPEN' && (
          <>
            {' · '}
            <Trans
              t={t}
              i18nKey={`adjustments.decided.${status}`}
              components={{
                person: <PersonLink nickname={decidedBy.nickname} />,
                time: <UtcTime instant={decidedDate} />,
              }}
            />
          </>
        )}
      </p>
      {status === 'OPEN' && <AdjustmentDecision adjustment={adjustment} />}
    </Card>
  );
}

function AdjustmentList({ status }: { readonly status: Status }) {
  const { t } = useTranslation('audit');
  const query = useAdjustmentsInfiniteQuery({ status }, { refetchOnMountOrArgChange: true });
  return (
    <PagedSection
      query={withoutStaleItems(query)}
      items={getItems(query.currentData)}
      loading={t('adjustments.loading')}
      empty={
        <Card>
          <EmptyState compact>{t('adjustments.none')}</EmptyState>
        </Card>
      }
      failure={t('adjustments.failure')}
      label={t('places.adjustments')}
      className={styles.entries}
    >
      {(adjustment) => (
        <li>
          <AdjustmentCard adjustment={adjustment} />
        </li>
      )}
    </PagedSection>
  );
}

/** /dashboard/audit/adjustments: wallet adjustments, each approved by a second staff member. */
export function AdjustmentsPage() {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useSearchParams();
  const status = STATUSES.find((key) => key === search.get('status')) ?? 'OPEN';
  return (
    <>
      <PageHeading>{t('places.adjustments')}</PageHeading>
      <AdjustmentForm />
      <Tabs
        label={t('adjustments.byStatus')}
        className={styles.tabs}
        tabs={STATUSES.map((key) => ({ key, label: t(`adjustments.statuses.${key}`) }))}
        selected={status}
        onSelect={(key) => setSearch(key === 'OPEN' ? {} : { status: key })}
      >
        <AdjustmentList status={status} />
      </Tabs>
    </>
  );
}
