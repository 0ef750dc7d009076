import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ReportCase } from '../../../../contract/reports.ts';
import { listResolutions, type Resolution } from '../../../../contract/rules/moderation.ts';
import { useTranslation } from '../../i18n/index.ts';
import { type BanDuration, BanDurationField } from '../../shared/ban-duration-field.tsx';
import { ReasonButton } from '../../shared/reason-button.tsx';
import { useUser } from '../../state/session.ts';
import { Select } from '../../ui/index.ts';
import { refreshReports, useDecideReportsMutation } from './reports-api.ts';

interface CaseDecisionButtonsProps {
  readonly reportCase: ReportCase;
  /** Name of the subject, read by screen readers. */
  readonly name: string;
}

/** Option that staff select in the dialog. A suspension is selected as a ban with a duration. */
type Choice = Exclude<Resolution, 'SUSPEND'>;

const SHARED_CHOICES: readonly Choice[] = ['WARN', 'TAKE_DOWN'];

function useChoices({ kind, isTakenDown, name }: ReportCase['subject']): readonly Choice[] {
  const isAdmin = useUser()?.role === 'ADMIN';
  const isGone = name === null;
  return listResolutions(kind).filter((choice): choice is Choice => {
    if (choice === 'DELETE') return isAdmin && !isGone;
    if (choice === 'TAKE_DOWN') return !isTakenDown && !isGone;
    return choice !== 'SUSPEND';
  });
}

/** Button that acts on a subject or its owner and thereby resolves the case. */
function ResolveButton({ reportCase: { id, subject }, name }: CaseDecisionButtonsProps) {
  const { t } = useTranslation('reports');
  const choices = useChoices(subject);
  const [choice, setChoice] = useState<Choice>('NONE');
  const [duration, setDuration] = useState<BanDuration>(null);
  const [decide, { isError }] = useDecideReportsMutation();
  const dispatch = useDispatch();
  const action =
    choice === 'BAN' && duration !== null
      ? ({ resolution: 'SUSPEND', days: duration } as const)
      : ({ resolution: choice } as const);
  const close = () => {
    setChoice('NONE');
    setDuration(null);
    // Another staff member may have decided in the meantime.
    if (isError) dispatch(refreshReports());
  };
  return (
    <ReasonButton
      button={{ 'aria-label': t('page.resolveName', { name }) }}
      title={t('page.questions.resolve')}
      confirm={t('page.resolve')}
      required
      isShared={SHARED_CHOICES.includes(choice)}
      danger={choice === 'DELETE' || choice === 'BAN'}
      onConfirm={(reason = '') => decide({ id, verdict: 'resolve', reason, ...action })}
      doneText={t('done.resolve')}
      onClose={close}
    >
      <Select
        label={t('page.action')}
        hint={t(`page.actionHints.${choice}`)}
        value={choice}
        onChange={({ target }) => setChoice(choices.find((one) => one === target.value) ?? 'NONE')}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {t(`page.actions.${one}`)}
          </option>
        ))}
      </Select>
      {choice === 'BAN' && <BanDurationField duration={duration} onChange={setDuration} />}
    </ReasonButton>
  );
}

/** Resolve and Dismiss buttons. Each opens a dialog for the reason. */
export function CaseDecisionButtons(props: CaseDecisionButtonsProps) {
  const { reportCase, name } = props;
  const { t } = useTranslation('reports');
  const [decide, { isError }] = useDecideReportsMutation();
  const dispatch = useDispatch();
  return (
    <>
      <ReasonButton
        button={{ variant: 'secondary', 'aria-label': t('page.dismissName', { name }) }}
        title={t('page.questions.dismiss')}
        warning={t('page.warnings.dismiss')}
        confirm={t('page.dismiss')}
        required
        onConfirm={(reason = '') => decide({ id: reportCase.id, verdict: 'dismiss', reason })}
        doneText={t('done.dismiss')}
        onClose={() => isError && dispatch(refreshReports())}
      />
      <ResolveButton {...props} />
    </>
  );
}
