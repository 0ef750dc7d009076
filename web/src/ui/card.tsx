import type { ComponentProps } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

/** A container with background and shadow. `as` sets its element, `div` by default. */
export function Card({
  as: Element = 'div',
  className,
  ...rest
}: ComponentProps<'div'> & { readonly as?: 'div' | 'article' | 'section' | 'form' | 'aside' }) {
  return <Element {...(rest as object)} className={classNames(styles.card, className)} />;
}
