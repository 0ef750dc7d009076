import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { ANIMAL_SEXES, ANIMAL_TYPES } from '../../../../contract/rules/adoption.ts';
import { useTranslation } from '../../i18n/index.ts';
import { translateAnimalSex, translateAnimalType } from '../../shared/animal/animal-texts.ts';
import { limitFieldText } from '../../shared/limit-field-text.ts';
import { useSearchText } from '../../shared/use-search-text.ts';
import { Button, Card, Select, TextField } from '../../ui/index.ts';
import styles from './adoption.module.css';
import { NearFilter } from './near-filter.tsx';
import { AGE_RANGES, type FilterName, type useAnimalFilter } from './use-animal-filter.ts';

const MAX_TEXT_LENGTH = 100;

type Options = readonly (readonly [value: string, text: string])[];
type FilterOptions = readonly [
  name: Exclude<FilterName, 'text' | 'near' | 'within' | 'sort'>,
  choices: Options,
];

const AGE_NAMES = Object.keys(AGE_RANGES) as readonly (keyof typeof AGE_RANGES)[];

function useFilterOptions(): readonly FilterOptions[] {
  const { t } = useTranslation('adoption');
  const yesOrNo: Options = [
    ['true', t('yes')],
    ['false', t('no')],
  ];
  return [
    ['type', ANIMAL_TYPES.map((type) => [type, translateAnimalType(type)])],
    ['sex', ANIMAL_SEXES.map((sex) => [sex, translateAnimalSex(sex)])],
    ['age', AGE_NAMES.map((name) => [name, t(`ages.${name}`)])],
    ['vaccinated', yesOrNo],
    ['sterilized', yesOrNo],
  ];
}

/** Filters for the animal list. Selections apply immediately; the text applies on submit. */
export function Filters({
  getValue,
  setValues,
  isFiltered,
  clearFilter,
}: ReturnType<typeof useAnimalFilter>) {
  const { t } = useTranslation('adoption');
  const filters = useFilterOptions();
  const [text, setText] = useSearchText(getValue('text'));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setValues({ text: text.trim() });
  };

  return (
    <Card>
      <form aria-label={t('animals')} className={styles.filters} onSubmit={submit}>
        <div className={styles.search}>
          <TextField
            label={t('search')}
            type="search"
            value={text}
            onChange={({ target }) => setText(limitFieldText(target, MAX_TEXT_LENGTH))}
          />
          <Button type="submit" variant="secondary" icon={<Search size={18} aria-hidden="true" />}>
            {t('find')}
          </Button>
        </div>
        <NearFilter getValue={getValue} setValues={setValues} />
        {filters.map(([name, choices]) => (
          <Select
            key={name}
            label={t(`filters.${name}`)}
            value={getValue(name)}
            onChange={({ target }) => setValues({ [name]: target.value })}
          >
            <option value="">{t('any')}</option>
            {choices.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        ))}
        {isFiltered && (
          <Button
            variant="quiet"
            className={styles.clear}
            onClick={() => {
              setText('');
              clearFilter();
            }}
          >
            {t('clear')}
          </Button>
        )}
      </form>
    </Card>
  );
}
