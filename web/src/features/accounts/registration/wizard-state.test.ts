import { usernameLength } from '../../../../../contract/rules/accounts.ts';
import { getShownProblems, initialWizardState, type WizardAction, wizardReducer } from './wizard-state.ts';

const TODAY = '2026-11-21';
const reduce = (...actions: WizardAction[]) => actions.reduce(wizardReducer, initialWizardState);
const createChange = (username: string): WizardAction => ({ type: 'changed', change: { username } });
const leaveAction: WizardAction = { type: 'left', field: 'username' };
const refuseAction: WizardAction = {
  type: 'refused',
  problems: { username: 'The username is already taken.' },
};

test('shows the problem of a field only after it lost the focus', () => {
  expect(getShownProblems(reduce(createChange('ab')), TODAY)).toEqual({});
  expect(getShownProblems(reduce(createChange('ab'), leaveAction), TODAY)).toEqual({
    username: usernameLength,
  });
});

test('removes a problem as soon as the text is valid', () => {
  expect(getShownProblems(reduce(createChange('ab'), leaveAction, createChange('abcde')), TODAY)).toEqual({});
});

test('keeps a problem of the server until the value changes', () => {
  const refusedState = reduce(createChange('marmot7'), refuseAction);
  expect(getShownProblems(refusedState, TODAY)).toEqual({ username: 'The username is already taken.' });
  expect(getShownProblems(wizardReducer(refusedState, leaveAction), TODAY)).not.toEqual({});
  expect(getShownProblems(wizardReducer(refusedState, createChange('marmot8')), TODAY)).toEqual({});
});

test('validates all fields of a completed step, and opens the next one', () => {
  const state = reduce({ type: 'stepDone', step: 0 }, { type: 'stepDone', step: 1 });
  expect(Object.keys(getShownProblems(state, TODAY))).toEqual(['username', 'password', 'email']);
  expect(state.furthestStep).toBe(2);
});

test('keeps the values when the kind of account changes', () => {
  const { form } = reduce(createChange('marmot7'), { type: 'changed', change: { kind: 'ORG' } });
  expect(form).toMatchObject({ kind: 'ORG', username: 'marmot7' });
});
