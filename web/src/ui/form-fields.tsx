import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { type Message, useLanguage } from '../i18n/index.ts';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { ErrorText, FieldFrame, type FieldProps, getControlAttributes, splitProps } from './field.tsx';

/** A labelled single-line input. Accepts all attributes of an input, including `ref`. */
export function TextField(props: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  const { frame, control } = splitProps(props);
  return (
    <FieldFrame id={id} {...frame}>
      <input
        type="text"
        {...control}
        {...getControlAttributes(id, frame)}
        className={classNames(styles.control, control.className)}
      />
    </FieldFrame>
  );
}

/** A labelled selection list. Its children are `<option>` elements. */
export function Select(props: FieldProps & ComponentProps<'select'>) {
  const id = useId();
  const { frame, control } = splitProps(props);
  return (
    <FieldFrame id={id} {...frame}>
      <span className={styles.select}>
        <select
          {...control}
          {...getControlAttributes(id, frame)}
          className={classNames(styles.control, control.className)}
        />
        <ChevronDown size={20} aria-hidden="true" />
      </span>
    </FieldFrame>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Can contain links. */
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
        <input type="checkbox" {...rest} {...getControlAttributes(id, { label: '', error })} />
        <label htmlFor={id}>{label}</label>
      </div>
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
    </div>
  );
}
