import {
  ADOPTION_ADDRESS_LIMIT,
  ADOPTION_DESCRIPTION_LIMIT,
  ANIMAL_AGE_MAXIMUM,
  ANIMAL_AGE_MINIMUM,
  ANIMAL_BREED_LIMIT,
  ANIMAL_NAME_LIMIT,
  ANIMAL_SEXES,
  ANIMAL_TYPES,
  type AnimalSex,
  type AnimalType,
} from '../../../../../contract/rules/adoption.ts';
import { countCodePoints } from '../../../../../contract/rules/text.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { AnimalLooks } from '../../../shared/animal/animal-card.tsx';
import { sexInWords, typeInWords } from '../../../shared/animal/words.ts';
import { ClampedField } from '../../../shared/clamped-field.tsx';
import { CreationPage, NotYet, Preview } from '../../../shared/creation/creation-page.tsx';
import { PictureField } from '../../../shared/picture/picture-field.tsx';
import { withinLimit } from '../../../shared/within-limit.ts';
import { useUser } from '../../../state/session.ts';
import { Checkbox, Select, TextArea, TextField, truncate } from '../../../ui/index.ts';
import styles from '../adoption.module.css';
import { type AnimalDraft, useAnimalForm } from './use-animal-form.ts';

type FieldsProps = ReturnType<typeof useAnimalForm>;

function AnimalFields({ draft, change, isMissing, sending }: FieldsProps) {
  const { t } = useTranslation('adoption');
  return (
    <>
      <TextField
        label={t('form.name')}
        value={draft.name}
        readOnly={sending}
        invalid={isMissing('name')}
        onChange={({ target }) => change({ name: withinLimit(target, ANIMAL_NAME_LIMIT) })}
      />
      <div className={styles.pair}>
        <Select
          label={t('filters.type')}
          value={draft.type}
          aria-disabled={sending}
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
          readOnly={sending}
          invalid={isMissing('breed')}
          onChange={({ target }) => change({ breed: withinLimit(target, ANIMAL_BREED_LIMIT) })}
        />
        <Select
          label={t('filters.sex')}
          value={draft.sex}
          aria-disabled={sending}
          onChange={({ target }) => change({ sex: target.value as AnimalSex })}
        >
          {ANIMAL_SEXES.map((sex) => (
            <option key={sex} value={sex}>
              {sexInWords(sex)}
            </option>
          ))}
        </Select>
        <ClampedField
          label={t('form.age')}
          maxLength={4}
          least={ANIMAL_AGE_MINIMUM}
          most={ANIMAL_AGE_MAXIMUM}
          value={draft.age}
          readOnly={sending}
          onChange={(age) => change({ age })}
        />
      </div>
    </>
  );
}

function AboutFields({ draft, change, isMissing, sending }: FieldsProps) {
  const { t } = useTranslation('adoption');
  return (
    <>
      <TextArea
        label={t('form.description')}
        rows={4}
        value={draft.description}
        readOnly={sending}
        invalid={isMissing('description')}
        counter={`${countCodePoints(draft.description)} / ${ADOPTION_DESCRIPTION_LIMIT}`}
        onChange={({ target }) => change({ description: withinLimit(target, ADOPTION_DESCRIPTION_LIMIT) })}
      />
      <TextField
        label={t('form.address')}
        value={draft.address}
        readOnly={sending}
        invalid={isMissing('address')}
        onChange={({ target }) => change({ address: withinLimit(target, ADOPTION_ADDRESS_LIMIT) })}
      />
      <div className={styles.pair}>
        <Checkbox
          label={t('filters.vaccinated')}
          checked={draft.vaccinated}
          aria-disabled={sending}
          onChange={({ target }) => change({ vaccinated: target.checked })}
        />
        <Checkbox
          label={t('filters.sterilized')}
          checked={draft.sterilized}
          aria-disabled={sending}
          onChange={({ target }) => change({ sterilized: target.checked })}
        />
      </div>
    </>
  );
}

function AnimalPreview({ draft }: { readonly draft: AnimalDraft }) {
  const { t } = useTranslation('adoption');
  const user = useUser();
  return (
    <Preview title={t('preview.title')}>
      <AnimalLooks
        label={t('preview.label')}
        title={draft.name.trim() || <NotYet>{t('preview.name')}</NotYet>}
        about={draft}
        picture={draft.imageBase64}
        owner={truncate(user?.profileName ?? '')}
      />
    </Preview>
  );
}

/** /new-post/adopt-animal: form for a new animal, with a preview. */
export function NewAnimalPage() {
  const { t } = useTranslation('adoption');
  const form = useAnimalForm();
  const { draft, changePicture, isMissing, sending } = form;
  return (
    <CreationPage
      title={t('form.title')}
      back={t('form.back')}
      submit={t('form.send')}
      form={form}
      preview={<AnimalPreview draft={draft} />}
    >
      <PictureField
        label={t('form.image')}
        value={draft.imageBase64}
        busy={sending}
        invalid={isMissing('imageBase64')}
        onChange={changePicture}
      />
      <AnimalFields {...form} />
      <AboutFields {...form} />
    </CreationPage>
  );
}
