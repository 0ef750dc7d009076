import type { RegistrationField, RegistrationForm, RegistrationProblems } from './form.ts';

/** What every step of the wizard works with. */
export interface StepProps {
  readonly form: RegistrationForm;
  readonly problems: RegistrationProblems;
  readonly onChange: (change: Partial<Omit<RegistrationForm, 'kind'>>) => void;
  /** The person has left a field. */
  readonly onLeave: (field: RegistrationField) => void;
}

type TextName = Exclude<RegistrationField, 'consent'>;

/** What ties an input of text to the wizard. */
export const bind = <Name extends TextName>(
  name: Name,
  { form, problems, onChange, onLeave }: StepProps,
) => ({
  name,
  value: form[name],
  error: problems[name],
  onChange: ({ target }: { readonly target: { readonly value: string } }) =>
    onChange({ [name]: target.value }),
  onBlur: () => onLeave(name),
});
