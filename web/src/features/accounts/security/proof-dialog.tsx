import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { type FormEvent, useId, useState } from 'react';
import { internalError, type Problem, passkeyRefused } from '../../../../../contract/problems.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { translateMessage, useTranslation } from '../../../i18n/index.ts';
import { useBusyAction } from '../../../shared/use-busy-action.ts';
import { settleProof } from '../../../state/proof.ts';
import { Button, Dialog, ErrorState, Loading } from '../../../ui/index.ts';
import { PasswordField } from '../password-field.tsx';
import { CodeField } from './code-field.tsx';
import { answerWithPasskey } from './passkeys.ts';
import styles from './security.module.css';
import {
  type SecondFactors,
  useBeginProofMutation,
  useGetSecondFactorsQuery,
  useProveIdentityMutation,
} from './security-api.ts';

type Method = 'passkey' | 'code' | 'password';

const listMethods = ({ hasAuthenticator, passkeys, recoveryCodes, hasPassword }: SecondFactors): Method[] => [
  ...(passkeys.length > 0 && browserSupportsWebAuthn() ? (['passkey'] as const) : []),
  ...(hasAuthenticator || recoveryCodes > 0 ? (['code'] as const) : []),
  ...(hasPassword ? (['password'] as const) : []),
];

function ProofForm({ methods }: { readonly methods: readonly Method[] }) {
  const { t } = useTranslation('security', 'ui');
  const id = useId();
  const [method, setMethod] = useState<Method | undefined>(methods[0]);
  const [input, setInput] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [begin] = useBeginProofMutation();
  const [prove] = useProveIdentityMutation();

  const choose = (choice: Method) => {
    setMethod(choice);
    setInput('');
    setProblem(null);
  };

  const createProof = async () => {
    if (method !== 'passkey') return method === 'code' ? { code: input } : { password: input };
    const { data } = await begin();
    const passkey = data && (await answerWithPasskey(data.options));
    return passkey ? { passkey } : null;
  };

  const [submit, isBusy] = useBusyAction(async () => {
    setProblem(null);
    const proof = await createProof();
    if (!proof) return setProblem(passkeyRefused);
    const { error } = await prove(proof);
    if (error) setProblem(getApiFailure(error) ?? internalError);
    else settleProof(true);
  });

  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void submit();
  };

  if (!method)
    return (
      <>
        <p>{t('proof.loginAgain')}</p>
        <div className={styles.actions}>
          <Button onClick={() => settleProof(false)}>{t('ui:close')}</Button>
        </div>
      </>
    );
  return (
    <form id={id} className={styles.proof} onSubmit={submitForm} noValidate>
      {method === 'code' && (
        <CodeField value={input} error={problem} hint={t('codeHint')} onType={setInput} />
      )}
      {method === 'password' && (
        <PasswordField
          label={t('proof.password')}
          name="password"
          autoComplete="current-password"
          autoFocus
          value={input}
          error={problem}
          onChange={({ target }) => setInput(target.value)}
        />
      )}
      {method === 'passkey' && problem && <p role="alert">{translateMessage(problem)}</p>}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} variant="quiet" size="small" onClick={() => choose(other)}>
            {t(`proof.use.${other}`)}
          </Button>
        ))}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => settleProof(false)}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" busy={isBusy}>
          {t(method === 'passkey' ? 'proof.use.passkey' : 'proof.confirm')}
        </Button>
      </div>
    </form>
  );
}

/** Asks for a proof of identity and then resends the refused requests. */
export function ProofDialog() {
  const { t } = useTranslation('security');
  const { data, isError, refetch } = useGetSecondFactorsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Dialog open title={t('proof.title')} onClose={() => settleProof(false)}>
      <p>{t('proof.text')}</p>
      {data ? (
        <ProofForm methods={listMethods(data)} />
      ) : isError ? (
        <ErrorState compact onRetry={() => void refetch()}>
          {t('failure')}
        </ErrorState>
      ) : (
        <Loading label={t('loading')} />
      )}
    </Dialog>
  );
}
