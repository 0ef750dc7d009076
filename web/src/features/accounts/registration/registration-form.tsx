import { type SyntheticEvent, useEffect, useReducer, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { getApiFailure } from '../../../api/failure.ts';
import { i18n, useTranslation } from '../../../i18n/index.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { useSteps } from '../../../shared/use-steps.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, keepFocus } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import { useRegisterOrganizationMutation, useRegisterUserMutation } from '../accounts-api.ts';
import { useSessionStart } from '../use-session-start.ts';
import { getTodayUtc } from './birthdate.ts';
import {
  createOrganizationBody,
  createPersonalBody,
  FIELDS_BY_STEP,
  type RegistrationValues as Form,
  findInvalidStep,
  type RegistrationProblems,
  STEPS_BY_KIND,
  toFieldProblems,
  validateForm,
} from './form.ts';
import { Stepper } from './stepper.tsx';
import { STEPS } from './steps.tsx';
import { getShownProblems, getStepProblems, initialWizardState, wizardReducer } from './wizard-state.ts';

/** Focuses the first invalid field, or the step title if all fields are valid. */
function useStepFocus(step: number, rejectionCount: number) {
  const formRef = useRef<HTMLFormElement>(null);
  const shownRef = useRef({ step, refused: rejectionCount });

  useEffect(() => {
    if (shownRef.current.step === step && shownRef.current.refused === rejectionCount) return;
    shownRef.current = { step, refused: rejectionCount };
    const invalidField = formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    (invalidField ?? formRef.current?.querySelector<HTMLElement>('[data-step-title]'))?.focus();
  }, [step, rejectionCount]);

  return formRef;
}

function useRegistration() {
  const [registerUser, { isLoading: isRegisteringUser }] = useRegisterUserMutation();
  const [registerOrganization, { isLoading: isRegisteringOrganization }] = useRegisterOrganizationMutation();
  const { startSession, redirectIfBlocked } = useSessionStart();
  const dispatch = useDispatch();
  const { getKey, done } = useIdempotencyKey();

  const send = async (form: Form): Promise<RegistrationProblems> => {
    const idempotencyKey = getKey(JSON.stringify(form));
    const { data, error } = await (form.kind === 'ORG'
      ? registerOrganization({ ...createOrganizationBody(form), idempotencyKey })
      : registerUser({ ...createPersonalBody(form), idempotencyKey }));
    done(error);
    const failure = getApiFailure(error);
    if (data) startSession(data, i18n.t('accounts:done.register'));
    if (!failure) return {};
    const problems = toFieldProblems(failure);
    if (Object.keys(problems).length === 0) dispatch(feedbackAdded('bad', failure));
    return redirectIfBlocked(failure) ? {} : problems;
  };

  return { send, isSending: isRegisteringUser || isRegisteringOrganization };
}

/** The registration wizard. It keeps its values when the step changes and when the server rejects them. */
export function RegistrationForm() {
  const { t } = useTranslation('accounts');
  const [state, dispatch] = useReducer(wizardReducer, initialWizardState);
  const { form } = state;
  const steps = STEPS_BY_KIND[form.kind];
  const last = steps.length - 1;
  const { step, open } = useSteps(Math.min(state.furthestStep, last));
  const stepRef = useStepFocus(step, state.rejectionCount);
  const { send, isSending } = useRegistration();
  const today = getTodayUtc();
  const problems = getShownProblems(state, today);
  const name = steps[step] ?? 'kind';
  const Step = STEPS[name];

  const refuse = (serverProblems: RegistrationProblems): boolean => {
    const invalidStep = findInvalidStep(serverProblems, form.kind);
    if (invalidStep === null) return false;
    dispatch({ type: 'refused', problems: serverProblems });
    if (invalidStep !== step) void open(invalidStep);
    return true;
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (step < last) {
      if (refuse(getStepProblems(state, name, today))) return;
      dispatch({ type: 'stepDone', step });
      void open(step + 1);
    } else if (!isSending && !refuse(validateForm(form, today))) refuse(await send(form));
  };

  return (
    <form
      ref={stepRef}
      className={styles.wizard}
      onSubmit={submit}
      noValidate
      aria-label={t('register.form')}
    >
      <Stepper
        steps={steps}
        current={step}
        furthestStep={state.furthestStep}
        hasProblem={(of) => FIELDS_BY_STEP[of].some((field) => problems[field])}
      />
      <h2 className={styles.title} data-step-title tabIndex={-1}>
        {step > 0 && <span className="visually-hidden">{t('register.step', { step, count: last })}</span>}
        {t(`register.steps.${name}`)}
      </h2>
      <div className={styles.form}>
        <Step
          form={form}
          problems={problems}
          onChange={(change) => dispatch({ type: 'changed', change })}
          onLeave={(field) => dispatch({ type: 'left', field })}
        />
      </div>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          disabled={step === 0 || isSending}
          onMouseDown={keepFocus}
          onClick={() => void open(step - 1)}
        >
          {t('register.previous')}
        </Button>
        <Button type="submit" busy={isSending} onMouseDown={keepFocus}>
          {t(step < last ? 'register.next' : 'register.submit')}
        </Button>
      </div>
    </form>
  );
}
