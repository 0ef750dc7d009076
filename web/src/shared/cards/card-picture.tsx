import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../ui/index.ts';
import styles from './card-picture.module.css';

interface CardPictureProps {
  /** URL of the picture; null while there is none. */
  readonly src: string | null;
  readonly className?: string;
  /** Called when the picture fails to load. */
  readonly onLoadError?: (() => void) | undefined;
}

/** Picture of a card. It is decorative and hidden from screen readers. */
export function CardPicture({ src, className, onLoadError }: CardPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const fail = () => {
    setBroken(src);
    onLoadError?.();
  };
  const isShown = src !== null && src !== broken;
  return (
    <div className={classNames(styles.place, className)}>
      {isShown ? (
        <img src={src} alt="" className={styles.picture} decoding="async" onError={fail} />
      ) : (
        <ImageOff size={32} aria-hidden="true" />
      )}
    </div>
  );
}
