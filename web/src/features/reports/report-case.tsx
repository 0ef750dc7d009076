import { Link } from 'react-router-dom';
import type { ReportCase } from '../../../../contract/reports.ts';
import { formatNumber, Trans, useTranslation } from '../../i18n/index.ts';
import { TakeDownButton } from '../../shared/take-down/take-down-button.tsx';
import { Card, LinkButton, RelativeTime, truncate } from '../../ui/index.ts';
import { CaseDecisionButtons } from './case-decision-buttons.tsx';
import styles from './reports.module.css';

type CategoryCount = readonly [keyof ReportCase['counts'], number];

const MAX_NAME_LENGTH = 140;

/** Returns the path of a reported subject, or null if it is gone. Animals are shown on their owners' pages. */
function getSubjectPath({ kind, id, name, owner }: ReportCase['subject']): string | null {
  if (name === null) return null;
  switch (kind) {
    case 'post':
      return `/post/${encodeURIComponent(id)}`;
    case 'profile':
      return `/profile/${encodeURIComponent(name)}`;
    case 'crowdfunding':
      return `/crowdfundings/${encodeURIComponent(id)}`;
    case 'animal':
      return owner.nickname && `/profile/${encodeURIComponent(owner.nickname)}/adopt`;
  }
}

function PersonLink({ person }: { readonly person: ReportCase['subject']['owner'] | null }) {
  const { t } = useTranslation('reports');
  if (!person?.nickname) return <span>{t('page.somebody')}</span>;
  return <Link to={`/profile/${encodeURIComponent(person.nickname)}`}>@{person.nickname}</Link>;
}

function ReportCounts({ reportCase: { counts, total } }: { readonly reportCase: ReportCase }) {
  const { t } = useTranslation('reports');
  const reportedCategories = (Object.entries(counts) as CategoryCount[]).filter(([, count]) => count > 0);
  return (
    <ul className={styles.counts}>
      <li className={styles.total}>{t('page.count', { count: total, shown: formatNumber(total) })}</li>
      {reportedCategories.map(([category, count]) => (
        <li key={category} className={styles.count}>
          {t('page.categoryCount', { category: t(`categories.${category}`), shown: formatNumber(count) })}
        </li>
      ))}
    </ul>
  );
}

function ReportList({ reports }: Pick<ReportCase, 'reports'>) {
  const { t } = useTranslation('reports');
  return (
    <ul className={styles.reports} aria-label={t('page.newest')}>
      {reports.map(({ id, category, reporter, text, dateTime }) => (
        <li key={id} className={styles.report}>
          <p className={styles.muted}>
            <Trans
              t={t}
              i18nKey="page.from"
              values={{ category: t(`categories.${category}`) }}
              components={{
                person: <PersonLink person={reporter} />,
                time: <RelativeTime instant={dateTime} />,
              }}
            />
          </p>
          <p className={text ? styles.words : styles.muted}>{text || t('page.wordless')}</p>
        </li>
      ))}
    </ul>
  );
}

function CaseDecisionNote({ reportCase: { status, decision } }: { readonly reportCase: ReportCase }) {
  const { t } = useTranslation('reports');
  if (!decision || status === 'OPEN') return null;
  const { by, reason, resolution, dateTime } = decision;
  return (
    <div className={styles.decision}>
      <p>
        <Trans
          t={t}
          i18nKey={`page.decision.${status}`}
          components={{ person: <PersonLink person={by} />, time: <RelativeTime instant={dateTime} /> }}
        />
      </p>
      {resolution && <p>{t(`page.resolutions.${resolution}`)}</p>}
      <p className={styles.words}>{reason}</p>
    </div>
  );
}

/** All reports about one subject, and the staff decision about them. */
export function ReportCaseCard({ reportCase }: { readonly reportCase: ReportCase }) {
  const { t } = useTranslation('reports');
  const { subject, status } = reportCase;
  const name = subject.name === null ? t('page.gone') : truncate(subject.name, MAX_NAME_LENGTH);
  const label = t('page.about', { kind: t(`page.kinds.${subject.kind}`), name });
  const address = getSubjectPath(subject);
  return (
    <Card as="article" className={styles.case} aria-label={label}>
      <div className={styles.about}>
        <h2 className={styles.title}>{label}</h2>
        {subject.kind !== 'profile' && (
          <p className={styles.muted}>
            <Trans
              t={t}
              i18nKey="page.owner"
              components={{ person: <PersonLink person={subject.owner} /> }}
            />
          </p>
        )}
      </div>
      {subject.bio && (
        <p className={styles.words} dir="auto">
          {subject.bio}
        </p>
      )}
      {subject.website && <p className={styles.words}>{subject.website}</p>}
      <ReportCounts reportCase={reportCase} />
      <ReportList reports={reportCase.reports} />
      <CaseDecisionNote reportCase={reportCase} />
      <div className={styles.buttons}>
        {address && (
          <LinkButton
            to={address}
            variant="secondary"
            size="small"
            aria-label={t('page.lookAt', { name: label })}
          >
            {t('page.look')}
          </LinkButton>
        )}
        {subject.kind !== 'crowdfunding' && subject.name !== null && (
          <TakeDownButton
            kind={subject.kind}
            id={subject.id}
            ownerId={subject.owner.id}
            isTakenDown={subject.isTakenDown}
            name={label}
          />
        )}
        {status === 'OPEN' && <CaseDecisionButtons reportCase={reportCase} name={label} />}
      </div>
    </Card>
  );
}
