import type { Crowdfunding } from '../../api/crowdfunding.ts';
import {
  useApproveCrowdfundingMutation,
  useDeclineCrowdfundingMutation,
} from '../../api/crowdfunding-writes.ts';
import { useTranslation } from '../../i18n/index.ts';
import { DecisionButtons } from '../decision-buttons.tsx';

interface CrowdfundingDecisionProps {
  readonly crowdfunding: Pick<Crowdfunding, 'id' | 'title'>;
  readonly declineWarning: string;
}

/** Staff buttons that approve or decline a campaign. Requires the namespace `crowdfunding`. */
export function CrowdfundingDecision({
  crowdfunding: { id, title },
  declineWarning,
}: CrowdfundingDecisionProps) {
  const { t } = useTranslation('crowdfunding');
  const [approve] = useApproveCrowdfundingMutation();
  const [decline] = useDeclineCrowdfundingMutation();
  return (
    <DecisionButtons
      name={title}
      declineWarning={declineWarning}
      approve={{
        isShared: true,
        onConfirm: (reason) => approve({ id, reason }),
        doneText: t('done.approve'),
      }}
      decline={{
        isShared: true,
        onConfirm: (reason) => decline({ id, reason }),
        doneText: t('done.decline'),
      }}
    />
  );
}
