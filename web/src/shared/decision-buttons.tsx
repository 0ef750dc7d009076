import { useTranslation } from '../i18n/index.ts';
import { ReasonButton } from './reason-button.tsx';
import type { ReasonDialogProps } from './reason-dialog.tsx';

const VERDICTS = ['decline', 'approve'] as const;
type Verdict = (typeof VERDICTS)[number];

/** Props for one of the two decisions, to approve or to decline. */
export type Decision = Pick<ReasonDialogProps, 'isShared' | 'onConfirm' | 'doneText' | 'failureText'>;

interface DecisionButtonsProps extends Readonly<Record<Verdict, Decision>> {
  /** Name of the decision's subject. */
  readonly name: string;
  readonly declineWarning: string;
}

/** Approve and Decline buttons. Each opens a dialog for an optional reason. */
export function DecisionButtons({ name, declineWarning, ...decisions }: DecisionButtonsProps) {
  const { t } = useTranslation('shared');
  return VERDICTS.map((verdict) => (
    <ReasonButton
      key={verdict}
      button={{
        variant: verdict === 'decline' ? 'dangerOutlined' : 'primary',
        'aria-label': t(`decision.names.${verdict}`, { name }),
      }}
      title={t(`decision.questions.${verdict}`, { name })}
      warning={verdict === 'decline' ? declineWarning : undefined}
      confirm={t(`decision.verdicts.${verdict}`)}
      danger={verdict === 'decline'}
      {...decisions[verdict]}
    />
  ));
}
