import { usernameLength } from '../../../../../contract/rules/accounts.ts';
import { getShownProblems, initialWizardState, type WizardAction, wizardReducer } from './wizard-state.ts';

const TODAY = '2026-11-21';
const after = (...actions: WizardAction[]) => actions.reduce(wizardReducer, initialWizardState);
const typed = (username: string): WizardAction => ({ type: 'changed', change: { username } });
const left: WizardAction = { type: 'left', field: 'username' };
const taken: WizardAction = { type: 'refused', problems: { username: 'The username is already taken.' } };

test('a field is only judged once the person has left it', () => {
  expect(getShownProblems(after(typed('ab')), TODAY)).toEqual({});
  expect(getShownProblems(after(typed('ab'), left), TODAY)).toEqual({
    username: usernameLength,
  });
});

test('a problem goes as soon as the text is right', () => {
  expect(getShownProblems(after(typed('ab'), left, typed('abcde')), TODAY)).toEqual({});
});

test("the server's word on a value stands while the value does", () => {
  const refused = after(typed('marmot7'), taken);
  expect(getShownProblems(refused, TODAY)).toEqual({ username: 'The username is already taken.' });
  expect(getShownProblems(wizardReducer(refused, left), TODAY)).not.toEqual({});
  expect(getShownProblems(wizardReducer(refused, typed('marmot8')), TODAY)).toEqual({});
});

test('passing a step judges all of its fields, and opens the next', () => {
  const state = after({ type: 'stepDone', step: 0 }, { type: 'stepDone', step: 1 });
  expect(Object.keys(getShownProblems(state, TODAY))).toEqual(['username', 'password', 'email']);
  expect(state.reached).toBe(2);
});

test('another kind of account keeps what was typed', () => {
  const { form } = after(typed('marmot7'), { type: 'kindChosen', kind: 'ORG' });
  expect(form).toMatchObject({ kind: 'ORG', username: 'marmot7' });
});
