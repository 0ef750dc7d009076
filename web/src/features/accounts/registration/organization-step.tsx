import { ORGANIZATION_CATEGORIES } from '../../../../../api/contract/rules.ts';
import { Select, TextField } from '../../../ui/index.ts';
import { bind, type StepProps } from './wizard-fields.ts';

/** Step 3, for organizations. */
export function OrganizationStep(props: StepProps) {
  return (
    <>
      <TextField
        label="Organization name"
        hint="3 to 20 letters; your profile will carry it."
        autoComplete="organization"
        required
        {...bind('orgName', props)}
      />
      <Select label="Category" hint="What comes closest to your work." required {...bind('category', props)}>
        <option value="" disabled>
          Choose…
        </option>
        {ORGANIZATION_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {category === 'OTHER' ? 'Other' : category}
          </option>
        ))}
      </Select>
    </>
  );
}
