import { type ComponentProps, type ReactNode, useId } from 'react';
import { type Message, messageText, useLanguage } from '../i18n/index.ts';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** Common props of all fields. */
export interface FieldProps {
  readonly label: string;
  /** Hides the label visually; screen readers still read it. */
  readonly labelHidden?: boolean;
  /** Error of the value; shown in red and announced. */
  readonly error?: Message | null | undefined;
  /** Marks the value as invalid where the form shows the error itself. */
  readonly invalid?: boolean;
  /** Help text. */
  readonly hint?: string;
  /** Shown at the end of the line below, as in `12 / 300`. */
  readonly counter?: string;
}

interface FrameProps extends FieldProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** Attributes that link a control to its label, error and hint. */
const ties = (id: string, { error, invalid, hint, counter }: FieldProps) => ({
  id,
  'aria-invalid': error || invalid ? true : undefined,
  'aria-describedby':
    [error && `${id}-error`, hint && `${id}-hint`, counter && `${id}-counter`].filter(Boolean).join(' ') ||
    undefined,
});

function Frame({ id, label, labelHidden, error, hint, counter, children }: FrameProps) {
  useLanguage();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children}
      {(error || hint || counter) && (
        <div className={styles.foot}>
          {error ? (
            <span id={`${id}-error`} className={styles.error} role="alert">
              {messageText(error)}
            </span>
          ) : (
            hint && (
              <span id={`${id}-hint`} className={styles.hint}>
                {hint}
              </span>
            )
          )}
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

function splitProps<P extends FieldProps>(props: P) {
  const { label, labelHidden, error, invalid, hint, counter, ...control } = props;
  return { frame: { label, labelHidden, error, invalid, hint: error ? undefined : hint, counter }, control };
}

/** A labelled single-line input. Accepts all attributes of an input, including `ref`. */
export function TextField(props: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  const { frame, control } = splitProps(props);
  return (
    <Frame id={id} {...frame}>
      <input
        type="text"
        {...control}
        {...ties(id, frame)}
        className={classNames(styles.control, control.className)}
      />
    </Frame>
  );
}

/** A labelled multi-line input; `bare` omits border and background. */
export function TextArea({
  bare,
  ...props
}: FieldProps & ComponentProps<'textarea'> & { readonly bare?: boolean }) {
  const id = useId();
  const { frame, control } = splitProps(props);
  return (
    <Frame id={id} {...frame}>
      <textarea
        {...control}
        {...ties(id, frame)}
        className={classNames(styles.control, bare && styles.bare, control.className)}
      />
    </Frame>
  );
}

/** A labelled selection list; its children are `<option>`s. */
export function Select(props: FieldProps & ComponentProps<'select'>) {
  const id = useId();
  const { frame, control } = splitProps(props);
  return (
    <Frame id={id} {...frame}>
      <select {...control} {...ties(id, frame)} className={classNames(styles.control, control.className)} />
    </Frame>
  );
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** May contain links. */
  readonly label: ReactNode;
  readonly error?: Message | null | undefined;
}

/** A labelled checkbox. */
export function Checkbox({ label, error, ...rest }: CheckboxProps) {
  useLanguage();
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.box}>
        <input type="checkbox" {...rest} {...ties(id, { label: '', error })} />
        <label htmlFor={id}>{label}</label>
      </div>
      {error && (
        <span id={`${id}-error`} className={styles.error} role="alert">
          {messageText(error)}
        </span>
      )}
    </div>
  );
}
