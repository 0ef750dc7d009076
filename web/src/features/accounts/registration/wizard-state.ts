import type { Message } from '../../../i18n/index.ts';
import {
  collectProblems,
  EMPTY_FORM,
  FIELDS_BY_STEP,
  type RegistrationField,
  type RegistrationProblems,
  type RegistrationValues,
  STEPS_BY_KIND,
  type StepName,
  validateField,
} from './form.ts';

/** The server's error for a value. It is shown until the value changes. */
interface Rejection {
  readonly value: RegistrationValues[RegistrationField];
  readonly message: Message;
}

interface WizardState {
  readonly form: RegistrationValues;
  /** Fields that have lost focus or have been submitted. Only their errors are shown. */
  readonly checked: readonly RegistrationField[];
  readonly rejections: Readonly<Partial<Record<RegistrationField, Rejection>>>;
  readonly furthestStep: number;
  /** Number of rejected submissions. Each rejection moves the focus. */
  readonly rejectionCount: number;
}

export const initialWizardState: WizardState = {
  form: EMPTY_FORM,
  checked: [],
  rejections: {},
  furthestStep: 0,
  rejectionCount: 0,
};

/** Input to the wizard: a changed value, a field that lost focus, a completed step, or the server's rejection. */
export type WizardAction =
  | { readonly type: 'changed'; readonly change: Partial<RegistrationValues> }
  | { readonly type: 'left'; readonly field: RegistrationField }
  | { readonly type: 'stepDone'; readonly step: number }
  | { readonly type: 'refused'; readonly problems: RegistrationProblems };

const addFields = (checked: readonly RegistrationField[], more: readonly RegistrationField[]) => [
  ...new Set([...checked, ...more]),
];

function toRejections(form: RegistrationValues, problems: RegistrationProblems): WizardState['rejections'] {
  const entries = Object.entries(problems) as [RegistrationField, Message][];
  return Object.fromEntries(entries.map(([field, message]) => [field, { value: form[field], message }]));
}

/** Returns the next state of the wizard. */
export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'changed':
      return { ...state, form: { ...state.form, ...action.change } };
    case 'left':
      return { ...state, checked: addFields(state.checked, [action.field]) };
    case 'stepDone': {
      const step = STEPS_BY_KIND[state.form.kind][action.step];
      return {
        ...state,
        checked: addFields(state.checked, step ? FIELDS_BY_STEP[step] : []),
        furthestStep: Math.max(state.furthestStep, action.step + 1),
      };
    }
    case 'refused':
      return {
        ...state,
        checked: addFields(state.checked, Object.keys(action.problems) as RegistrationField[]),
        rejections: { ...state.rejections, ...toRejections(state.form, action.problems) },
        rejectionCount: state.rejectionCount + 1,
      };
  }
}

const findProblems = (
  { form, rejections }: WizardState,
  fields: readonly RegistrationField[],
  today: string,
): RegistrationProblems =>
  collectProblems(fields, (field) => {
    const rejection = rejections[field];
    const rejectionMessage = rejection?.value === form[field] ? rejection.message : null;
    return validateField(field, form, today) ?? rejectionMessage;
  });

/** Returns the errors to show, by field. */
export const getShownProblems = (state: WizardState, today: string): RegistrationProblems =>
  findProblems(state, state.checked, today);

/** Returns the errors in all fields of a step. */
export const getStepProblems = (state: WizardState, step: StepName, today: string): RegistrationProblems =>
  findProblems(state, FIELDS_BY_STEP[step], today);
