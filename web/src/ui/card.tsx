import type { ComponentProps } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

/** A sheet of paper on the ground; `as` names the element, a `div` unless told otherwise. */
export function Card({
  as: Element = 'div',
  className,
  ...rest
}: ComponentProps<'div'> & { readonly as?: 'div' | 'article' | 'section' | 'form' | 'aside' }) {
  return <Element {...(rest as object)} className={classNames(styles.card, className)} />;
}
