import { Select, TextField } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { birthdateBounds, todayInUtc } from './birthdate.ts';
import { bind, type StepProps } from './wizard-fields.ts';

/** Step 2: who the person is. */
export function PersonStep(props: StepProps) {
  return (
    <>
      <TextField
        label="Name"
        hint="3 to 20 letters."
        autoComplete="given-name"
        required
        {...bind('name', props)}
      />
      <TextField
        label="Surnames (optional)"
        hint="Only letters and spaces."
        autoComplete="family-name"
        {...bind('surnames', props)}
      />
      <div className={styles.pair}>
        <TextField
          label="Birthdate"
          hint="You must be 18 to 99."
          type="date"
          autoComplete="bday"
          required
          {...birthdateBounds(todayInUtc())}
          {...bind('birthdate', props)}
        />
        <Select
          label="Gender"
          hint="As you see yourself."
          autoComplete="sex"
          required
          {...bind('gender', props)}
        >
          <option value="" disabled>
            Choose…
          </option>
          <option value="F">Female</option>
          <option value="M">Male</option>
          <option value="O">Other</option>
        </Select>
      </div>
    </>
  );
}
