import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import {
  internalError,
  type Problem,
  passkeyNameEmpty,
  passkeyRefused,
} from '../../../../../contract/problems.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { formatDay, useTranslation } from '../../../i18n/index.ts';
import { useBusyAction } from '../../../shared/use-busy-action.ts';
import { useResultToast } from '../../../shared/use-result-toast.ts';
import { Button, Card, ConfirmDialog, FormDialog, RelativeTime, TextField } from '../../../ui/index.ts';
import rows from '../settings/rows.module.css';
import settings from '../settings/settings.module.css';
import { createPasskey } from './passkeys.ts';
import {
  type Passkey,
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
} from './security-api.ts';

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initialName: string;
  /** Saves the name. Resolves to the problem, or to null on success. */
  readonly onSave: (name: string) => Promise<Problem | null>;
  readonly onClose: () => void;
}

function NameDialog({ title, action, initialName, onSave, onClose }: NameDialogProps) {
  const { t } = useTranslation('security');
  const [name, setName] = useState(initialName);
  const [problem, setProblem] = useState<Problem | null>(null);

  const [submit, isBusy] = useBusyAction(async () => {
    if (name.trim() === '') return setProblem(passkeyNameEmpty);
    setProblem(null);
    const nameProblem = await onSave(name);
    if (nameProblem) setProblem(nameProblem);
    else onClose();
  });

  return (
    <FormDialog title={title} submit={action} busy={isBusy} onSubmit={() => void submit()} onClose={onClose}>
      <TextField
        label={t('passkeys.name')}
        hint={t('passkeys.nameHint')}
        name="passkey-name"
        autoComplete="off"
        maxLength={40}
        autoFocus
        required
        value={name}
        error={problem}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation('security');
  return (
    <li className={rows.row}>
      <KeyRound size={24} aria-hidden="true" />
      <div className={rows.who}>
        <strong dir="auto">{name}</strong>
        <p className={rows.note}>
          {t('passkeys.since', { day: formatDay(createdAt) })}
          {' · '}
          {lastUsedAt ? (
            <>
              {t('passkeys.lastUsed')} <RelativeTime instant={lastUsedAt} />
            </>
          ) : (
            t('passkeys.neverUsed')
          )}
        </p>
      </div>
      <div className={rows.buttons}>
        <Button
          variant="secondary"
          size="small"
          aria-label={t('passkeys.renameNamed', { name })}
          onClick={onRename}
        >
          {t('passkeys.rename')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-label={t('passkeys.removeNamed', { name })}
          onClick={onRemove}
        >
          {t('passkeys.remove')}
        </Button>
      </div>
    </li>
  );
}

interface PasskeysSectionProps {
  readonly passkeys: readonly Passkey[];
  /** Called after a change. `codes` contains new recovery codes, or null if the server created none. */
  readonly onChanged: (codes: readonly string[] | null) => void;
}

/** Adds, renames and removes passkeys. */
export function PasskeysSection({ passkeys, onChanged }: PasskeysSectionProps) {
  const { t } = useTranslation('security');
  const showResult = useResultToast();
  const [isAdding, setIsAdding] = useState(false);
  const [renamedPasskey, setRenamedPasskey] = useState<Passkey | null>(null);
  const [removedPasskey, setRemovedPasskey] = useState<Passkey | null>(null);
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [rename] = useRenamePasskeyMutation();
  const [remove, removeResult] = useRemovePasskeyMutation();

  const saveNew = async (name: string): Promise<Problem | null> => {
    const challenge = await begin();
    if (!challenge.data) return getApiFailure(challenge.error) ?? internalError;
    const passkey = await createPasskey(challenge.data.options);
    if (!passkey) return passkeyRefused;
    const { data, error } = await add({ passkey, name });
    if (!data) return getApiFailure(error) ?? internalError;
    onChanged(data.recoveryCodes);
    showResult(undefined, t('passkeys.added'));
    return null;
  };
  const saveName = async (name: string): Promise<Problem | null> => {
    const { error } = await rename({ id: renamedPasskey?.id ?? '', name });
    if (error) return getApiFailure(error) ?? internalError;
    onChanged(null);
    return null;
  };
  const confirmRemoval = async () => {
    const { error } = await remove({ id: removedPasskey?.id ?? '' });
    setRemovedPasskey(null);
    onChanged(null);
    showResult(error, t('passkeys.removed'));
  };

  return (
    <Card as="section" className={settings.section} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkeys.title')}</h2>
      <p>{t('passkeys.text')}</p>
      {passkeys.length > 0 && (
        <ul className={rows.rows}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenamedPasskey(passkey)}
              onRemove={() => setRemovedPasskey(passkey)}
            />
          ))}
        </ul>
      )}
      {browserSupportsWebAuthn() ? (
        <Button onClick={() => setIsAdding(true)}>{t('passkeys.add')}</Button>
      ) : (
        <p>{t('passkeys.unsupported')}</p>
      )}
      {isAdding && (
        <NameDialog
          title={t('passkeys.add')}
          action={t('passkeys.create')}
          initialName=""
          onSave={saveNew}
          onClose={() => setIsAdding(false)}
        />
      )}
      {renamedPasskey && (
        <NameDialog
          title={t('passkeys.renameNamed', { name: renamedPasskey.name })}
          action={t('passkeys.rename')}
          initialName={renamedPasskey.name}
          onSave={saveName}
          onClose={() => setRenamedPasskey(null)}
        />
      )}
      <ConfirmDialog
        open={removedPasskey !== null}
        title={t('passkeys.removeQuestion', { name: removedPasskey?.name ?? '' })}
        warning={t('removeWarning')}
        confirm={t('passkeys.remove')}
        busy={removeResult.isLoading}
        onConfirm={() => void confirmRemoval()}
        onClose={() => setRemovedPasskey(null)}
      />
    </Card>
  );
}
