import { type ComponentProps, type ReactNode, useId } from 'react';
import { type Message, translateMessage, useLanguage } from '../i18n/index.ts';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** Common props of all fields. */
export interface FieldProps {
  readonly label: string;
  /** Hides the label visually. Screen readers still read it. */
  readonly labelHidden?: boolean;
  /** Error in the value. It is shown in red and announced by screen readers. */
  readonly error?: Message | null | undefined;
  /** Marks the value as invalid if the form itself shows the error. */
  readonly invalid?: boolean;
  readonly hint?: string;
  /** Shown at the end of the line below the field, as in `12 / 300`. */
  readonly counter?: string;
}

interface FieldFrameProps extends FieldProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** Returns the attributes that link a control to its label, error and hint. */
export const getControlAttributes = (id: string, { error, invalid, hint, counter }: FieldProps) => ({
  id,
  'aria-invalid': error || invalid ? true : undefined,
  'aria-describedby':
    [error && `${id}-error`, hint && `${id}-hint`, counter && `${id}-counter`].filter(Boolean).join(' ') ||
    undefined,
});

interface ErrorTextProps {
  readonly id?: string;
  readonly children: Message | null | undefined;
}

/** Error of a field or a form, announced by screen readers. Renders nothing if there is no error. */
export function ErrorText({ id, children }: ErrorTextProps) {
  if (!children) return null;
  return (
    <p id={id} className={styles.error} role="alert">
      {translateMessage(children)}
    </p>
  );
}

/** Label, error, hint and counter around a control. */
export function FieldFrame({ id, label, labelHidden, error, hint, counter, children }: FieldFrameProps) {
  useLanguage();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children}
      {(error || hint || counter) && (
        <div className={styles.foot}>
          <div>
            <ErrorText id={`${id}-error`}>{error}</ErrorText>
            {hint && (
              <p id={`${id}-hint`} className={styles.hint}>
                {hint}
              </p>
            )}
          </div>
          {counter && (
            <span id={`${id}-counter`} className={styles.counter}>
              {counter}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

/** Separates the frame's props from the control's props. */
export function splitProps<P extends FieldProps>(props: P) {
  const { label, labelHidden, error, invalid, hint, counter, ...control } = props;
  return { frame: { label, labelHidden, error, invalid, hint, counter }, control };
}

/** A labelled multi-line input. `bare` omits border and background. */
export function TextArea({
  bare,
  ...props
}: FieldProps & ComponentProps<'textarea'> & { readonly bare?: boolean }) {
  const id = useId();
  const { frame, control } = splitProps(props);
  return (
    <FieldFrame id={id} {...frame}>
      <textarea
        {...control}
        {...getControlAttributes(id, frame)}
        className={classNames(styles.control, bare && styles.bare, control.className)}
      />
    </FieldFrame>
  );
}
