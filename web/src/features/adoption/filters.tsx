import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ANIMAL_SEXES, ANIMAL_TYPES } from '../../../../contract/rules/adoption.ts';
import { useTranslation } from '../../i18n/index.ts';
import { sexInWords, typeInWords } from '../../shared/animal/words.ts';
import { withinLimit } from '../../shared/within-limit.ts';
import { Button, Card, Select, TextField } from '../../ui/index.ts';
import styles from './adoption.module.css';
import { AGES, type FilterName, type useFilter } from './use-filter.ts';

const TEXT_LIMIT = 100;

type Choices = readonly (readonly [value: string, text: string])[];
type Filter = readonly [name: Exclude<FilterName, 'text'>, choices: Choices];

const AGE_NAMES = Object.keys(AGES) as readonly (keyof typeof AGES)[];

/** Translated options of the filters. */
function useChoices(): readonly Filter[] {
  const { t } = useTranslation('adoption');
  const yesOrNo: Choices = [
    ['true', t('yes')],
    ['false', t('no')],
  ];
  return [
    ['type', ANIMAL_TYPES.map((type) => [type, typeInWords(type)])],
    ['sex', ANIMAL_SEXES.map((sex) => [sex, sexInWords(sex)])],
    ['age', AGE_NAMES.map((name) => [name, t(`ages.${name}`)])],
    ['vaccinated', yesOrNo],
    ['sterilized', yesOrNo],
  ];
}

/** Text while typing; reset when the query string changes. */
function useTyped(sent: string) {
  const [typed, setTyped] = useState({ text: sent, sent });
  if (typed.sent !== sent) setTyped({ text: sent, sent });
  return [typed.text, (text: string) => setTyped({ text, sent })] as const;
}

/** Filters of the list. Selections apply immediately, the text on submit. */
export function Filters({ given, set, active, clear }: ReturnType<typeof useFilter>) {
  const { t } = useTranslation('adoption');
  const filters = useChoices();
  const [text, setText] = useTyped(given('text'));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    set('text', text.trim());
  };

  return (
    <Card>
      <form aria-label={t('animals')} className={styles.filters} onSubmit={submit}>
        <div className={styles.search}>
          <TextField
            label={t('search')}
            type="search"
            value={text}
            onChange={({ target }) => setText(withinLimit(target, TEXT_LIMIT))}
          />
          <Button type="submit" variant="secondary" icon={<Search size={18} aria-hidden="true" />}>
            {t('find')}
          </Button>
        </div>
        {filters.map(([name, choices]) => (
          <Select
            key={name}
            label={t(`filters.${name}`)}
            value={given(name)}
            onChange={({ target }) => set(name, target.value)}
          >
            <option value="">{t('any')}</option>
            {choices.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        ))}
        {active && (
          <Button
            variant="quiet"
            onClick={() => {
              setText('');
              clear();
            }}
          >
            {t('clear')}
          </Button>
        )}
      </form>
    </Card>
  );
}
