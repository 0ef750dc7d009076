import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/**
 * Button styles: `give` for donations, `soft` for one of many equally important buttons, `danger` for irreversible
 * actions, `dangerOutlined` for buttons that ask before an irreversible action.
 */
type ButtonVariant = 'primary' | 'give' | 'secondary' | 'soft' | 'quiet' | 'danger' | 'dangerOutlined';

interface ButtonStyle {
  readonly variant?: ButtonVariant;
  readonly size?: 'normal' | 'small';
  /** Fills the width of its container. */
  readonly wide?: boolean;
  /** Icon before the label, hidden from screen readers. */
  readonly icon?: ReactNode;
}

const getButtonClassName = (
  { variant = 'primary', size = 'normal', wide = false }: ButtonStyle,
  className?: string,
): string =>
  classNames(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    wide && styles.wide,
    className,
  );

/** Props of `Button`: those of the element, and its style. */
export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Shows a spinner and ignores clicks. The button keeps the focus. */
  readonly busy?: boolean;
}

/** A button with a text label. Its default type is `button`. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={getButtonClassName({ variant, size, wide }, className)}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <Spinner size="small" /> : icon}
      {children}
    </button>
  );
}

/** An internal link styled as a button. */
export function LinkButton({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: LinkProps & ButtonStyle) {
  return (
    <Link {...rest} className={getButtonClassName({ variant, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  );
}

interface WithLabel {
  /** Accessible name and tooltip. */
  readonly label: string;
}

/** A round link with an icon as its child. */
export function IconLink({ label, className, ...rest }: LinkProps & WithLabel) {
  return (
    <Link {...rest} title={label} aria-label={label} className={classNames(styles.iconButton, className)} />
  );
}

/** A round button with an icon as its child. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & WithLabel) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.iconButton, className)}
    />
  );
}
