import type { RegistrationField, RegistrationProblems, RegistrationValues } from './form.ts';

/** Props of all steps. */
export interface StepProps {
  readonly form: RegistrationValues;
  readonly problems: RegistrationProblems;
  readonly onChange: (change: Partial<RegistrationValues>) => void;
  readonly onLeave: (field: RegistrationField) => void;
}

/** Returns the props that connect a text input to the wizard. */
export const bindField = <Name extends Exclude<RegistrationField, 'consent'>>(
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
