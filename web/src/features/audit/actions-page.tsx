import { Link } from 'react-router-dom';
import { type StaffAction, useStaffActionsInfiniteQuery } from '../../api/audit.ts';
import { getItems } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Card, PageHeading } from '../../ui/index.ts';
import styles from './audit.module.css';
import { PagedLedger, PersonLink, UtcTime } from './components.tsx';
import { getCrowdfundingPath } from './paths.ts';

function Target({ target }: Pick<StaffAction, 'target'>) {
  const { t } = useTranslation('audit');
  const { kind, id, name } = target;
  if (kind === 'profile') return <PersonLink nickname={name} />;
  if (kind === 'log') return t('staff.log');
  if (kind === 'animal') return <Link to={`/adoptable-animals/${id}`}>{name ?? t('staff.animal')}</Link>;
  if (kind === 'crowdfunding')
    return <Link to={getCrowdfundingPath(id)}>{name ?? t('staff.crowdfunding')}</Link>;
  return <Link to={`/post/${id}`}>{t('staff.post')}</Link>;
}

function ActionLine({ action }: { readonly action: StaffAction }) {
  const { t } = useTranslation('audit');
  const { actor, target, reason, dateTime } = action;
  return (
    <tr>
      <td>
        <UtcTime instant={dateTime} />
      </td>
      <td>
        {actor.kind === 'operator' ? (
          t('staff.operator', { id: actor.id })
        ) : (
          <PersonLink nickname={actor.name} />
        )}
      </td>
      <td className={styles.phrase}>{t(`staff.actions.${action.action}`)}</td>
      <td className={styles.phrase}>
        <Target target={target} />
      </td>
      <td className={styles.words}>{reason ?? ''}</td>
    </tr>
  );
}

/** /dashboard/audit/actions: staff actions, newest first. */
export function ActionsPage() {
  const { t } = useTranslation('audit');
  const query = useStaffActionsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <>
      <PageHeading>{t('places.actions')}</PageHeading>
      <Card>
        <PagedLedger
          query={query}
          items={getItems(query.data)}
          loading={t('staff.loading')}
          empty={t('staff.none')}
          failure={t('staff.failure')}
          label={t('places.actions')}
          columns={['time', 'who', 'what', 'target', 'reason']}
        >
          {(action) => <ActionLine action={action} />}
        </PagedLedger>
      </Card>
    </>
  );
}
