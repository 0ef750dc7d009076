import { ArrowLeft } from 'lucide-react';
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import {
  ADOPTION_ADDRESS_LIMIT,
  ADOPTION_DESCRIPTION_LIMIT,
  ANIMAL_BREED_LIMIT,
  ANIMAL_NAME_LIMIT,
  ANIMAL_SEXES,
  ANIMAL_TYPES,
  type AnimalSex,
  type AnimalType,
  codePoints,
} from '../../../../../api/contract/rules.ts';
import { tell, useTranslation } from '../../../i18n/index.ts';
import { AnimalLooks } from '../../../shared/animal/animal-card.tsx';
import { sexInWords, typeInWords } from '../../../shared/animal/words.ts';
import { PictureField } from '../../../shared/picture/picture-field.tsx';
import { withinLimit } from '../../../shared/within-limit.ts';
import { useUser } from '../../../state/session.ts';
import {
  Button,
  Card,
  Checkbox,
  keepFocus,
  PageHeading,
  Select,
  TextArea,
  TextField,
  truncate,
} from '../../../ui/index.ts';
import { useWrongFocus } from '../../../ui/use-wrong-focus.ts';
import styles from '../adoption.module.css';
import { AgeField } from './age-field.tsx';
import { type AnimalDraft, useAnimalForm } from './use-animal-form.ts';

type FieldsProps = Pick<ReturnType<typeof useAnimalForm>, 'draft' | 'change' | 'isMissing'>;

function AnimalFields({ draft, change, isMissing }: FieldsProps) {
  const { t } = useTranslation('adoption');
  return (
    <>
      <TextField
        label={t('form.name')}
        value={draft.name}
        invalid={isMissing('name')}
        onChange={({ target }) => change({ name: withinLimit(target, ANIMAL_NAME_LIMIT) })}
      />
      <div className={styles.pair}>
        <Select
          label={t('filters.type')}
          value={draft.type}
          onChange={({ target }) => change({ type: target.value as AnimalType })}
        >
          {ANIMAL_TYPES.map((type) => (
            <option key={type} value={type}>
              {typeInWords(type)}
            </option>
          ))}
        </Select>
        <TextField
          label={t('form.breed')}
          value={draft.breed}
          invalid={isMissing('breed')}
          onChange={({ target }) => change({ breed: withinLimit(target, ANIMAL_BREED_LIMIT) })}
        />
        <Select
          label={t('filters.sex')}
          value={draft.sex}
          onChange={({ target }) => change({ sex: target.value as AnimalSex })}
        >
          {ANIMAL_SEXES.map((sex) => (
            <option key={sex} value={sex}>
              {sexInWords(sex)}
            </option>
          ))}
        </Select>
        <AgeField value={draft.age} onChange={(age) => change({ age })} />
      </div>
    </>
  );
}

function AboutFields({ draft, change, isMissing }: FieldsProps) {
  const { t } = useTranslation('adoption');
  return (
    <>
      <TextArea
        label={t('form.description')}
        rows={4}
        value={draft.description}
        invalid={isMissing('description')}
        counter={`${codePoints(draft.description)} / ${ADOPTION_DESCRIPTION_LIMIT}`}
        onChange={({ target }) => change({ description: withinLimit(target, ADOPTION_DESCRIPTION_LIMIT) })}
      />
      <TextField
        label={t('form.address')}
        value={draft.address}
        invalid={isMissing('address')}
        onChange={({ target }) => change({ address: withinLimit(target, ADOPTION_ADDRESS_LIMIT) })}
      />
      <div className={styles.pair}>
        <Checkbox
          label={t('filters.vaccinated')}
          checked={draft.vaccinated}
          onChange={({ target }) => change({ vaccinated: target.checked })}
        />
        <Checkbox
          label={t('filters.sterilized')}
          checked={draft.sterilized}
          onChange={({ target }) => change({ sterilized: target.checked })}
        />
      </div>
    </>
  );
}

/** How the animal will look in the list. */
function Preview({ draft }: { readonly draft: AnimalDraft }) {
  const { t } = useTranslation('adoption');
  const user = useUser();
  return (
    <aside className={styles.preview} aria-label={t('preview.title')}>
      <p className={styles.previewTitle}>{t('preview.title')}</p>
      <AnimalLooks
        label={t('preview.label')}
        title={draft.name.trim() || <span className={styles.placeholder}>{t('preview.name')}</span>}
        about={draft}
        picture={draft.imageBase64}
        owner={truncate(user?.profileName ?? '')}
      />
    </aside>
  );
}

/** /new-post/adopt-animal: the form of an animal, beside what will come of it. */
export function NewAnimalPage() {
  const { t } = useTranslation('adoption');
  const { draft, change, isMissing, send, problem, sending } = useAnimalForm();
  const form = useWrongFocus(problem);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };

  return (
    <div className={styles.page}>
      <header className={styles.start}>
        <Link to="/new-post" className={styles.back}>
          <ArrowLeft size={22} aria-hidden="true" />
          <span className="visually-hidden">{t('form.back')}</span>
        </Link>
        <PageHeading>{t('form.title')}</PageHeading>
      </header>
      <div className={styles.columns}>
        <Card>
          <form ref={form} className={styles.form} onSubmit={submit} noValidate>
            <PictureField
              label={t('form.image')}
              value={draft.imageBase64}
              invalid={isMissing('imageBase64')}
              onChange={(imageBase64) => change({ imageBase64 })}
            />
            <AnimalFields draft={draft} change={change} isMissing={isMissing} />
            <AboutFields draft={draft} change={change} isMissing={isMissing} />
            {problem && (
              <p className={styles.problem} role="alert">
                {tell(problem)}
              </p>
            )}
            <Button type="submit" busy={sending} onMouseDown={keepFocus}>
              {t('form.send')}
            </Button>
          </form>
        </Card>
        <Preview draft={draft} />
      </div>
    </div>
  );
}
