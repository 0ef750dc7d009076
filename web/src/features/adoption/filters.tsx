import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ANIMAL_SEXES, ANIMAL_TYPES } from '../../../../api/contract/rules.ts';
import { sexInWords, typeInWords } from '../../shared/animal/words.ts';
import { Button, Card, Select, TextField } from '../../ui/index.ts';
import styles from './adoption.module.css';
import { AGES, type FilterName, type useFilter } from './use-filter.ts';

const TEXT_LIMIT = 100;

type Choices = readonly (readonly [value: string, text: string])[];

const TYPES: Choices = ANIMAL_TYPES.map((type) => [type, typeInWords(type)]);
const SEXES: Choices = ANIMAL_SEXES.map((sex) => [sex, sexInWords(sex)]);
const AGE_CHOICES: Choices = Object.entries(AGES).map(([name, { label }]) => [name, label]);
const YES_OR_NO: Choices = [
  ['true', 'Yes'],
  ['false', 'No'],
];

const FILTERS: readonly (readonly [name: FilterName, label: string, choices: Choices])[] = [
  ['type', 'Type', TYPES],
  ['sex', 'Sex', SEXES],
  ['age', 'Age', AGE_CHOICES],
  ['vaccinated', 'Vaccinated', YES_OR_NO],
  ['sterilized', 'Sterilized', YES_OR_NO],
];

/** What animals are looked for by. A choice counts at once, a text when it is sent. */
export function Filters({ given, set, active, clear }: ReturnType<typeof useFilter>) {
  const [text, setText] = useState(given('text'));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    set('text', text.trim());
  };

  return (
    <Card>
      <form aria-label="Animals" className={styles.filters} onSubmit={submit}>
        <div className={styles.search}>
          <TextField
            label="Search"
            type="search"
            maxLength={TEXT_LIMIT}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" variant="secondary" icon={<Search size={18} aria-hidden="true" />}>
            Find
          </Button>
        </div>
        {FILTERS.map(([name, label, choices]) => (
          <Select
            key={name}
            label={label}
            value={given(name)}
            onChange={({ target }) => set(name, target.value)}
          >
            <option value="">Any</option>
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
            Clear filters
          </Button>
        )}
      </form>
    </Card>
  );
}
