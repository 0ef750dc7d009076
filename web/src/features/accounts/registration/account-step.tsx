import { TextField } from '../../../ui/index.ts';
import { PasswordField } from '../password-field.tsx';
import { bind, type StepProps } from './wizard-fields.ts';

/** Step 1: what the account is entered with. */
export function AccountStep(props: StepProps) {
  return (
    <>
      <TextField
        label="Username"
        hint="5 to 18 letters and digits."
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        {...bind('username', props)}
      />
      <PasswordField
        label="Password"
        hint="8 to 24 characters: upper and lower case, a digit."
        autoComplete="new-password"
        required
        {...bind('password', props)}
      />
      <PasswordField
        label="Confirm password"
        hint="The same once more."
        autoComplete="new-password"
        required
        {...bind('confirmPassword', props)}
      />
      <TextField
        label="Email"
        hint="Nobody else gets to see it."
        type="email"
        autoComplete="email"
        required
        {...bind('email', props)}
      />
    </>
  );
}
