import type { ComponentProps, ReactNode } from 'react';
import type { PictureSource } from '../../api/picture-source.ts';
import { Card, classNames, Skeleton } from '../../ui/index.ts';
import { Picture } from '../picture/picture.tsx';
import styles from './picture-card.module.css';

interface PictureCardProps extends Pick<ComponentProps<typeof Picture>, 'isMain'> {
  /** Accessible name of the card. */
  readonly label: string;
  readonly title: ReactNode;
  readonly picture: PictureSource | null;
  readonly onLoadError?: (() => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Display width of a card: one column in narrow windows, otherwise columns of at most twice the minimum width. */
const CARD_SIZES = '(min-width: 640px) 24rem, 100vw';

/** A card with a picture above its title. */
export function PictureCard(props: PictureCardProps) {
  const { label, title, className, children, ...picture } = props;
  return (
    <Card as="article" className={classNames(styles.card, className)} aria-label={label}>
      <Picture {...picture} sizes={CARD_SIZES} className={styles.picture} />
      <div className={styles.body}>
        <h2 className={styles.title} dir="auto">
          {title}
        </h2>
        {children}
      </div>
    </Card>
  );
}

/** Placeholder for a card that is loading. The children replace its title and content. */
export function PictureCardSkeleton({ children }: { readonly children: ReactNode }) {
  return (
    <Card className={styles.card}>
      <div className={styles.placeholder}>
        <Skeleton height="100%" />
      </div>
      <div className={styles.body}>{children}</div>
    </Card>
  );
}
