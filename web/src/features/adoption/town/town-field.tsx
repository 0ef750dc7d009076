import { type KeyboardEvent, useId, useState } from 'react';
import type { Town } from '../../../../../contract/rules/adoption.ts';
import { useFindTownsQuery } from '../../../api/adoption.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useDebounced } from '../../../shared/use-debounced.ts';
import { TextField } from '../../../ui/index.ts';
import styles from './town-field.module.css';
import { formatTownInFull } from './town-texts.ts';

const DELAY_MS = 200;
const MIN_LENGTH = 2;

/** Returns suggestions for the typed text; none while it is null or shorter than two characters. */
function useTownSuggestions(typed: string | null) {
  const trimmed = typed?.trim() ?? '';
  const text = useDebounced(trimmed, DELAY_MS);
  const { currentData, isFetching, isError } = useFindTownsQuery(
    { text },
    { skip: typed === null || [...text].length < MIN_LENGTH },
  );
  return {
    towns: currentData ?? [],
    isLoading: isFetching,
    isError,
    /** Whether the suggestions belong to the typed text. */
    isCurrent: text === trimmed && !isFetching,
    isSearched: currentData !== undefined && text === trimmed,
  };
}

interface TownFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: Town | null;
  readonly readOnly?: boolean;
  readonly onChange: (town: Town | null) => void;
}

interface SuggestionsProps {
  readonly id: string;
  readonly label: string;
  readonly towns: readonly Town[];
  readonly active: number;
  readonly onChoose: (town: Town) => void;
}

function Suggestions({ id, label, towns, active, onChoose }: SuggestionsProps) {
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.list}>
      {towns.map((town, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys of its options.
        <div
          key={town.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          // Keeps the focus in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(town)}
        >
          {formatTownInFull(town)}
        </div>
      ))}
    </div>
  );
}

/**
 * Text field that suggests towns while the user types, as a combobox (ARIA Authoring Practices). Only suggested towns
 * can be selected. Other text is discarded when the field loses focus, and an empty field removes the town.
 */
export function TownField({ label, hint, value, readOnly = false, onChange }: TownFieldProps) {
  const { t } = useTranslation('adoption');
  const id = useId();
  /** Text being typed; null while the field shows the selected town. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const { towns, isLoading, isError, isCurrent, isSearched } = useTownSuggestions(typed);
  const isOpen = towns.length > 0;

  const choose = (town: Town | null) => {
    setTyped(null);
    onChange(town);
  };

  const leave = () => {
    if (typed?.trim() === '') choose(null);
    else setTyped(null);
  };

  const chooseActive = () => {
    if (!isCurrent) return;
    const activeTown = towns[active];
    if (activeTown) choose(activeTown);
    else leave();
  };

  const moveBy = (step: number) => setActive((active + step + towns.length) % towns.length);

  const handleKey = (event: KeyboardEvent) => {
    const actions: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: isOpen && isCurrent ? () => moveBy(1) : undefined,
      ArrowUp: isOpen && isCurrent ? () => moveBy(-1) : undefined,
      Enter: typed === null ? undefined : chooseActive,
      Escape: typed === null ? undefined : () => setTyped(null),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  const note =
    (isLoading && t('town.loading')) ||
    (isError && t('town.failure')) ||
    (isSearched && !isOpen && t('town.none')) ||
    undefined;
  return (
    <div className={styles.town}>
      <TextField
        label={label}
        {...((note ?? hint) && { hint: note ?? hint })}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        placeholder={t('town.placeholder')}
        maxLength={100}
        readOnly={readOnly}
        value={typed ?? (value ? formatTownInFull(value) : '')}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(0);
        }}
        onKeyDown={handleKey}
        onBlur={leave}
      />
      <p role="status" className="visually-hidden">
        {isOpen ? t('town.found', { count: towns.length }) : note}
      </p>
      {isOpen && <Suggestions id={id} label={label} towns={towns} active={active} onChoose={choose} />}
    </div>
  );
}
