import { BookmarkCheck, BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { internalError } from '../../../../../contract/problems.ts';
import { checkSearchName, SEARCH_NAME_LIMIT } from '../../../../../contract/rules/adoption.ts';
import { cleanText, countCodePoints } from '../../../../../contract/rules/text.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { limitFieldText } from '../../../shared/limit-field-text.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { useRequireLogin } from '../../../shared/use-require-login.ts';
import { useResultToast } from '../../../shared/use-result-toast.ts';
import { Button, FormDialog, TextField } from '../../../ui/index.ts';
import { useTown } from '../near-filter.tsx';
import styles from './saved-searches.module.css';
import { useSaveSearchMutation } from './saved-searches-api.ts';
import { describeFilter, type readFilter } from './search-filter.ts';

type Filter = ReturnType<typeof readFilter>;

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
      const idempotencyKey = getKey(JSON.stringify([name, filter]));
      const result = await save({ name, filter, idempotencyKey });
      done(result.error);
      if (showResult(result.error, t('saved.done'))) onSaved();
    },
  };
}

interface SaveSearchDialogProps {
  readonly filter: Filter;
  readonly saving: ReturnType<typeof useSaving>;
  readonly onClose: () => void;
}

/** Dialog for the name of a search. The default name describes the search filters. */
function SaveSearchDialog({ filter, saving, onClose }: SaveSearchDialogProps) {
  const { t } = useTranslation('adoption', 'ui');
  const town = useTown(filter.near === null ? '' : `${filter.near}`);
  const proposal = describeFilter(filter, town?.name);
  const [name, setName] = useState([...proposal].slice(0, SEARCH_NAME_LIMIT).join(''));
  const [areProblemsShown, setProblemsShown] = useState(false);
  const text = cleanText(name);
  const problem = checkSearchName(text);

  const submit = () => {
    setProblemsShown(true);
    if (!problem) void saving.save(text);
  };

  return (
    <FormDialog
      title={t('saved.save')}
      intro={<p>{t('saved.hint')}</p>}
      submit={t('ui:save')}
      busy={saving.isBusy}
      failure={saving.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('saved.name')}
        autoFocus
        value={name}
        onChange={({ target }) => setName(limitFieldText(target, SEARCH_NAME_LIMIT))}
        error={areProblemsShown ? problem : null}
        counter={`${countCodePoints(text)} / ${SEARCH_NAME_LIMIT}`}
      />
    </FormDialog>
  );
}

interface SaveSearchButtonProps {
  readonly filter: Filter;
  readonly isSaved: boolean;
}

/** Saves the current search under a name. The button stays on the page during the request and keeps the focus. */
export function SaveSearchButton({ filter, isSaved }: SaveSearchButtonProps) {
  const { t } = useTranslation('adoption');
  const requireLogin = useRequireLogin();
  const [isOpen, setIsOpen] = useState(false);
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
      {isOpen && <SaveSearchDialog filter={filter} saving={saving} onClose={close} />}
    </>
  );
}
