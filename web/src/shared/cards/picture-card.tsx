import type { ReactNode } from 'react';
import { Card, classNames, Skeleton } from '../../ui/index.ts';
import { CardPicture } from './card-picture.tsx';
import styles from './picture-card.module.css';

interface PictureCardProps {
  /** Accessible name of the card. */
  readonly label: string;
  readonly title: ReactNode;
  /** URL of the picture; null while there is none. */
  readonly picture: string | null;
  /** Called when the picture fails to load. */
  readonly onLoadError?: (() => void) | undefined;
  readonly className?: string | undefined;
  /** Content below the title. */
  readonly children: ReactNode;
}

/** A card with a picture above its title. */
export function PictureCard({ label, title, picture, onLoadError, className, children }: PictureCardProps) {
  return (
    <Card as="article" className={classNames(styles.card, className)} aria-label={label}>
      <CardPicture src={picture} className={styles.picture} onLoadError={onLoadError} />
      <div className={styles.body}>
        <h2 className={styles.title}>{title}</h2>
        {children}
      </div>
    </Card>
  );
}

/** Placeholder for a card that is loading; its children replace title and content. */
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
