import { Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type SearchResult, useSearchInfiniteQuery } from '../../api/search.ts';
import { useTranslation } from '../../i18n/index.ts';
import { limitFieldText } from '../../shared/limit-field-text.ts';
import { useDebounced } from '../../shared/use-debounced.ts';
import { useSearchText } from '../../shared/use-search-text.ts';
import { Button, TextField } from '../../ui/index.ts';
import styles from './explore.module.css';
import { getResultKey, getResultName, getResultPath } from './result-texts.ts';

const MAX_TEXT_LENGTH = 100;
const DELAY_MS = 200;

interface SuggestionsProps {
  readonly id: string;
  readonly suggestions: readonly SearchResult[];
  readonly activeIndex: number;
  readonly onSelect: (result: SearchResult) => void;
}

function Suggestions({ id, suggestions, activeIndex, onSelect }: SuggestionsProps) {
  const { t } = useTranslation('explore');
  return (
    <div role="listbox" id={id} aria-label={t('box.suggestions')} className={styles.suggestions}>
      {suggestions.map((result, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of its list.
        <div
          key={getResultKey(result)}
          role="option"
          id={`${id}-${index}`}
          tabIndex={-1}
          aria-selected={index === activeIndex}
          className={styles.suggestion}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSelect(result)}
        >
          <bdi className={styles.suggested}>{getResultName(result)}</bdi>
          <span className={styles.kind}>{t(`kinds.${result.type}`)}</span>
        </div>
      ))}
    </div>
  );
}

interface SearchBoxProps {
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

/** Search field with suggestions while the user types, as a combobox with a list (ARIA Authoring Practices). */
export function SearchBox({ text, onSearch }: SearchBoxProps) {
  const { t } = useTranslation('explore');
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useSearchText(text);
  const [isOpen, setOpen] = useState(false);
  // A key, because the list can change while a suggestion is active.
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const q = useDebounced(typed.trim(), DELAY_MS);
  // The list keeps showing the previous suggestions until those for the current text are loaded.
  const { data, isError } = useSearchInfiniteQuery({ q }, { skip: !isOpen || q === '' });
  const found = data?.pages.flatMap(({ items }) => items) ?? [];
  const suggestions = isOpen && q !== '' && !isError ? found.filter(({ type }) => type !== 'POST') : [];
  const isExpanded = suggestions.length > 0;
  const activeIndex = suggestions.findIndex((result) => getResultKey(result) === activeKey);
  const active = suggestions[activeIndex];

  const close = () => {
    setOpen(false);
    setActiveKey(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    close();
    if (active) void navigate(getResultPath(active));
    else onSearch(typed.trim());
  };
  const move = (by: number) => {
    const count = suggestions.length + 1;
    const next = suggestions[((activeIndex + 1 + by + count) % count) - 1];
    setActiveKey(next ? getResultKey(next) : null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isExpanded) close();
    else if (event.key === 'ArrowDown' && isExpanded) move(1);
    else if (event.key === 'ArrowUp' && isExpanded) move(-1);
    else if (event.key === 'ArrowDown') setOpen(true);
    else return;
    event.preventDefault();
  };

  return (
    <search>
      <form className={styles.box} onSubmit={submit}>
        <div className={styles.field}>
          <TextField
            label={t('box.label')}
            type="search"
            autoComplete="off"
            dir="auto"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? id : undefined}
            aria-activedescendant={active ? `${id}-${activeIndex}` : undefined}
            value={typed}
            onChange={({ target }) => {
              setTyped(limitFieldText(target, MAX_TEXT_LENGTH));
              setOpen(true);
              setActiveKey(null);
            }}
            onKeyDown={press}
            onBlur={close}
          />
          {isExpanded && (
            <Suggestions
              id={id}
              suggestions={suggestions}
              activeIndex={activeIndex}
              onSelect={(result) => {
                close();
                void navigate(getResultPath(result));
              }}
            />
          )}
        </div>
        <Button type="submit" icon={<Search size={18} aria-hidden="true" />}>
          {t('box.find')}
        </Button>
        <p role="status" className="visually-hidden">
          {isExpanded && t('box.count', { count: suggestions.length })}
        </p>
      </form>
    </search>
  );
}
