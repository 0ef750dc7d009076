import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { PictureSource } from '../../api/picture-source.ts';
import { classNames } from '../../ui/index.ts';
import styles from './picture.module.css';

interface PictureProps {
  readonly picture: PictureSource | null;
  /** Frame width for the `sizes` attribute. Omit it for a small frame, which shows the 300-pixel variant. */
  readonly sizes?: string;
  readonly className?: string | undefined;
  /** Whether this is probably the largest picture on the first screen, which the browser loads first. */
  readonly isMain?: boolean | undefined;
  readonly onLoadError?: (() => void) | undefined;
}

const toPercent = (fraction: number): string => `${fraction * 100}%`;

/** A decorative picture that fills its frame, cropped around its focal point. `className` sets the aspect ratio. */
export function Picture({ picture, sizes, className, isMain = false, onLoadError }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const fail = () => {
    setBroken(picture?.src ?? null);
    onLoadError?.();
  };
  const isShown = picture !== null && picture.src !== broken;
  return (
    <div className={classNames(styles.place, className)}>
      {isShown ? (
        <Variants picture={picture} sizes={sizes} isMain={isMain} onError={fail} />
      ) : (
        <ImageOff size={32} aria-hidden="true" />
      )}
    </div>
  );
}

interface VariantsProps {
  readonly picture: PictureSource;
  readonly sizes: string | undefined;
  readonly isMain: boolean;
  readonly onError: () => void;
}

/** Shows the picture variant that fits the frame and the screen. */
function Variants({ picture, sizes, isMain, onError }: VariantsProps) {
  const { src, width, height, focus, srcSets } = picture;
  const hasVariants = srcSets !== undefined && sizes !== undefined;
  return (
    <picture>
      {hasVariants && <source type="image/webp" srcSet={srcSets.webp} sizes={sizes} />}
      <img
        // `srcset` precedes `src`, so that browsers do not start to load the smallest variant.
        srcSet={hasVariants ? srcSets.jpeg : undefined}
        sizes={hasVariants ? sizes : undefined}
        src={src}
        alt=""
        width={width}
        height={height}
        className={styles.picture}
        style={focus && { objectPosition: `${toPercent(focus.x)} ${toPercent(focus.y)}` }}
        fetchPriority={isMain ? 'high' : undefined}
        decoding={isMain ? 'sync' : 'async'}
        onError={onError}
      />
    </picture>
  );
}
