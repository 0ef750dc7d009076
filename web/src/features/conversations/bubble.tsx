import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { classNames } from '../../ui/index.ts';
import styles from './conversations.module.css';

interface BubbleProps {
  readonly content: string;
  readonly isOwn: boolean;
  readonly look?: 'waiting' | 'refused';
  /** Content below the text: the time or an error. */
  readonly footer: ReactNode;
  readonly children?: ReactNode;
}

/** A message in a chat. */
export function Bubble({ content, isOwn, look, footer, children }: BubbleProps) {
  const { t } = useTranslation('conversations');
  return (
    <li className={classNames(styles.message, isOwn && styles.mine, look && styles[look])}>
      {isOwn && <span className="visually-hidden">{t('you')}</span>}
      <span className={styles.content} dir="auto">
        {content}
      </span>
      <span className={styles.time}>{footer}</span>
      {children}
    </li>
  );
}
