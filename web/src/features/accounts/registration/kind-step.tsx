import { Building2, UserRound } from 'lucide-react';
import type { AccountKind } from './form.ts';
import styles from './kind-step.module.css';

const KINDS = [
  {
    kind: 'USER',
    Icon: UserRound,
    title: 'Personal account',
    text: 'Post, comment, follow, message, and give to campaigns.',
  },
  {
    kind: 'ORG',
    Icon: Building2,
    title: 'Organization account',
    text: 'All of that, and campaigns of your own. We verify organizations first, usually within 24 hours.',
  },
] as const;

export interface KindStepProps {
  readonly kind: AccountKind;
  readonly onChoose: (kind: AccountKind) => void;
}

/** Step 0: who registers. */
export function KindStep({ kind, onChoose }: KindStepProps) {
  return (
    <fieldset className={styles.kinds}>
      <legend className="visually-hidden">Kind of account</legend>
      {KINDS.map(({ kind: offered, Icon, title, text }) => (
        <label key={offered} className={styles.kind}>
          <input
            type="radio"
            name="kind"
            value={offered}
            checked={kind === offered}
            onChange={() => onChoose(offered)}
          />
          <Icon size={28} aria-hidden="true" />
          <span>
            <strong>{title}</strong>
            <span className={styles.text}>{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
