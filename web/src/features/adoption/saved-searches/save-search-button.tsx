import { BookmarkCheck, BookmarkPlus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { internalError } from '../../../../../contract/problems.ts';
import { checkSearchName, SEARCH_NAME_LIMIT } from '../../../../../contract/rules/adoption.ts';
import { cleanText, countCodePoints } from '../../../../../contract/rules/text.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { type Message, translateMessage, useTranslation } from '../../../i18n/index.ts';
import { limitFieldText } from '../../../shared/limit-field-text.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { useRequireLogin } from '../../../shared/use-require-login.ts';
import { useResultToast } from '../../../shared/use-result-toast.ts';
import { Button, Dialog, TextField } from '../../../ui/index.ts';
import { useTown } from '../near-filter.tsx';
import styles from './saved-searches.module.css';
import { useSaveSearchMutation } from './saved-searches-api.ts';
import { describeFilter, type readFilter } from './search-filter.ts';

type Filter = ReturnType<typeof readFilter>;

interface NameFormProps {
  readonly id: string;
  readonly filter: Filter;
  readonly failure: Message | null;
  readonly onSubmit: (name: string) => void;
}

/** Form for the name of a search. The default name describes the search filters. */
function NameForm({ id, filter, failure, onSubmit }: NameFormProps) {
  const { t } = useTranslation('adoption');
  const town = useTown(filter.near === null ? '' : `${filter.near}`);
  const proposal = describeFilter(filter, town?.name);
  const [name, setName] = useState([...proposal].slice(0, SEARCH_NAME_LIMIT).join(''));
  const [shown, setShown] = useState(false);
  const text = cleanText(name);
  const problem = checkSearchName(text);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    if (!problem) onSubmit(text);
  };

  return (
    <form id={id} onSubmit={submit} noValidate>
      <TextField
        label={t('saved.name')}
        autoFocus
        value={name}
        onChange={({ target }) => setName(limitFieldText(target, SEARCH_NAME_LIMIT))}
        error={shown ? problem : null}
        counter={`${countCodePoints(text)} / ${SEARCH_NAME_LIMIT}`}
      />
      {failure && (
        <p className={styles.failure} role="alert">
          {translateMessage(failure)}
        </p>
      )}
    </form>
  );
}

/** Saves a search. Returns whether saving is in progress and the error from the last attempt. */
function useSaving(filter: Filter, onSaved: () => void) {
  const { t } = useTranslation('adoption');
  const [save, { isLoading, error, reset }] = useSaveSearchMutation();
  const showResult = useResultToast();
  const { getKey, done } = useIdempotencyKey();
  return {
    isBusy: isLoading,
    failure: error ? (getApiFailure(error) ?? internalError) : null,
    reset,
    save: async (name: string) => {
      if (isLoading) return;
      const idempotencyKey = getKey(JSON.stringify([name, filter]));
      const result = await save({ name, filter, idempotencyKey });
      done(result.error);
      if (showResult(result.error, t('saved.done'))) onSaved();
    },
  };
}

interface SaveSearchButtonProps {
  readonly filter: Filter;
  readonly isSaved: boolean;
}

/** Saves the current search under a name. The button stays on the page during the request and keeps the focus. */
export function SaveSearchButton({ filter, isSaved }: SaveSearchButtonProps) {
  const { t } = useTranslation('adoption', 'ui');
  const requireLogin = useRequireLogin();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const close = () => setIsOpen(false);
  const saving = useSaving(filter, close);
  const Icon = isSaved ? BookmarkCheck : BookmarkPlus;

  const open = () => {
    if (isSaved || !requireLogin()) return;
    saving.reset();
    setIsOpen(true);
  };

  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className={isSaved ? styles.isSaved : undefined}
        icon={<Icon size={18} aria-hidden="true" />}
        aria-disabled={isSaved || undefined}
        onClick={open}
      >
        {t(isSaved ? 'saved.isSaved' : 'saved.save')}
      </Button>
      <Dialog
        open={isOpen}
        title={t('saved.save')}
        onClose={close}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              {t('ui:cancel')}
            </Button>
            <Button type="submit" form={id} busy={saving.isBusy}>
              {t('saved.confirm')}
            </Button>
          </>
        }
      >
        <p>{t('saved.hint')}</p>
        <NameForm
          id={id}
          filter={filter}
          failure={saving.failure}
          onSubmit={(name) => void saving.save(name)}
        />
      </Dialog>
    </>
  );
}
