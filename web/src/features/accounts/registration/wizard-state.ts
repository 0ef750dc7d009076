import type { Message } from '../../../i18n/index.ts';
import {
  type AccountKind,
  emptyForm,
  fieldsOf,
  problemOf,
  type RegistrationField,
  type RegistrationForm,
  type RegistrationProblems,
  stepsOf,
} from './form.ts';

/** The server's error about a value; shown until the value changes. */
interface Refusal {
  readonly value: RegistrationForm[RegistrationField];
  readonly message: Message;
}

export interface WizardState {
  readonly form: RegistrationForm;
  /** Fields that have lost the focus or have been submitted; only their errors are shown. */
  readonly checked: readonly RegistrationField[];
  readonly refusals: Readonly<Partial<Record<RegistrationField, Refusal>>>;
  /** The furthest step opened so far. */
  readonly reached: number;
  /** Number of rejected submissions; each one moves the focus. */
  readonly refused: number;
}

export const initialWizard: WizardState = {
  form: emptyForm,
  checked: [],
  refusals: {},
  reached: 0,
  refused: 0,
};

export type WizardAction =
  | { readonly type: 'kindChosen'; readonly kind: AccountKind }
  | { readonly type: 'changed'; readonly change: Partial<Omit<RegistrationForm, 'kind'>> }
  | { readonly type: 'left'; readonly field: RegistrationField }
  | { readonly type: 'stepDone'; readonly step: number }
  | { readonly type: 'refused'; readonly problems: RegistrationProblems };

const withAll = (checked: readonly RegistrationField[], more: readonly RegistrationField[]) => [
  ...new Set([...checked, ...more]),
];

function refusalsOf(form: RegistrationForm, problems: RegistrationProblems): WizardState['refusals'] {
  const entries = Object.entries(problems) as [RegistrationField, Message][];
  return Object.fromEntries(entries.map(([field, message]) => [field, { value: form[field], message }]));
}

/** Reducer of the wizard. */
export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'kindChosen':
      return { ...state, form: { ...state.form, kind: action.kind } };
    case 'changed':
      return { ...state, form: { ...state.form, ...action.change } };
    case 'left':
      return { ...state, checked: withAll(state.checked, [action.field]) };
    case 'stepDone': {
      const step = stepsOf(state.form.kind)[action.step];
      return {
        ...state,
        checked: withAll(state.checked, step ? fieldsOf(step) : []),
        reached: Math.max(state.reached, action.step + 1),
      };
    }
    case 'refused':
      return {
        ...state,
        checked: withAll(state.checked, Object.keys(action.problems) as RegistrationField[]),
        refusals: { ...state.refusals, ...refusalsOf(state.form, action.problems) },
        refused: state.refused + 1,
      };
  }
}

const refusalOf = ({ form, refusals }: WizardState, field: RegistrationField): Message | null => {
  const refusal = refusals[field];
  return refusal && refusal.value === form[field] ? refusal.message : null;
};

/** Errors to show, by field. */
export function shownProblems(state: WizardState, today: string): RegistrationProblems {
  const told = state.checked.map(
    (field) => [field, problemOf(field, state.form, today) ?? refusalOf(state, field)] as const,
  );
  return Object.fromEntries(told.filter(([, problem]) => problem !== null));
}
