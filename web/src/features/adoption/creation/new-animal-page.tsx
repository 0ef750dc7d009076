import { Eye } from 'lucide-react';
import {
  ADOPTION_ADDRESS_LIMIT,
  ADOPTION_DESCRIPTION_LIMIT,
  ANIMAL_BREED_LIMIT,
  ANIMAL_NAME_LIMIT,
  ANIMAL_SEXES,
  ANIMAL_TYPES,
  type AnimalSex,
  type AnimalType,
  MAX_ANIMAL_AGE,
  MIN_ANIMAL_AGE,
  type Town,
} from '../../../../../contract/rules/adoption.ts';
import { countCodePoints } from '../../../../../contract/rules/text.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { AnimalCardLayout } from '../../../shared/animal/animal-card.tsx';
import { translateAnimalSex, translateAnimalType } from '../../../shared/animal/animal-texts.ts';
import { ClampedField } from '../../../shared/clamped-field.tsx';
import { CreationPage, Preview, PreviewPlaceholder } from '../../../shared/creation/creation-page.tsx';
import { toPictureSource } from '../../../shared/picture/chosen-picture.ts';
import { PictureField } from '../../../shared/picture/picture-field.tsx';
import { useUser } from '../../../state/session.ts';
import { Checkbox, Select, TextArea, TextField, truncate } from '../../../ui/index.ts';
import styles from '../adoption.module.css';
import { TownField } from '../town/town-field.tsx';
import { formatTown } from '../town/town-texts.ts';
import { useAnimalForm } from './use-animal-form.ts';

type FieldsProps = ReturnType<typeof useAnimalForm>;

function AnimalFields({ draft, change, getTextProps, isSending }: FieldsProps) {
  const { t } = useTranslation('adoption');
  return (
    <>
      <TextField label={t('form.name')} {...getTextProps('name', ANIMAL_NAME_LIMIT)} />
      <div className={styles.pair}>
        <Select
          label={t('filters.type')}
          value={draft.type}
          aria-disabled={isSending}
          onChange={({ target }) => change({ type: target.value as AnimalType })}
        >
          {ANIMAL_TYPES.map((type) => (
            <option key={type} value={type}>
              {translateAnimalType(type)}
            </option>
          ))}
        </Select>
        <TextField label={t('form.breed')} {...getTextProps('breed', ANIMAL_BREED_LIMIT)} />
        <Select
          label={t('filters.sex')}
          value={draft.sex}
          aria-disabled={isSending}
          onChange={({ target }) => change({ sex: target.value as AnimalSex })}
        >
          {ANIMAL_SEXES.map((sex) => (
            <option key={sex} value={sex}>
              {translateAnimalSex(sex)}
            </option>
          ))}
        </Select>
        <ClampedField
          label={t('form.age')}
          maxLength={4}
          min={MIN_ANIMAL_AGE}
          max={MAX_ANIMAL_AGE}
          value={draft.age}
          readOnly={isSending}
          onChange={(age) => change({ age })}
        />
      </div>
    </>
  );
}

function PublicAddressNote() {
  const { t } = useTranslation('adoption');
  return (
    <p className={styles.public}>
      <Eye size={20} aria-hidden="true" />
      <span>
        <strong>{t('form.publicTitle')}.</strong> {t('form.publicText')}
      </span>
    </p>
  );
}

/** Returns the address for the selected town, unless the owner has entered a different address. */
function getAddressFor(
  town: Town | null,
  { address, town: before }: FieldsProps['draft'],
): { address?: string } {
  const isOwnText = address.trim() !== '' && !(before && address === formatTown(before));
  return isOwnText ? {} : { address: town ? formatTown(town) : '' };
}

function DetailFields({ draft, change, getTextProps, isSending }: FieldsProps) {
  const { t } = useTranslation('adoption');
  return (
    <>
      <TextArea
        label={t('form.description')}
        rows={4}
        counter={`${countCodePoints(draft.description)} / ${ADOPTION_DESCRIPTION_LIMIT}`}
        {...getTextProps('description', ADOPTION_DESCRIPTION_LIMIT)}
      />
      <PublicAddressNote />
      <TownField
        label={t('form.town')}
        hint={t('form.townHint')}
        value={draft.town}
        readOnly={isSending}
        onChange={(town) => change({ town, ...getAddressFor(town, draft) })}
      />
      <TextField
        label={t('form.address')}
        hint={t('form.addressHint')}
        {...getTextProps('address', ADOPTION_ADDRESS_LIMIT)}
      />
      <div className={styles.pair}>
        {(['vaccinated', 'sterilized'] as const).map((name) => (
          <Checkbox
            key={name}
            label={t(`filters.${name}`)}
            checked={draft[name]}
            aria-disabled={isSending}
            onChange={({ target }) => change({ [name]: target.checked })}
          />
        ))}
      </div>
    </>
  );
}

function AnimalPreview({ draft }: Pick<FieldsProps, 'draft'>) {
  const { t } = useTranslation('adoption');
  const user = useUser();
  return (
    <Preview>
      <AnimalCardLayout
        label={t('preview.label')}
        title={draft.name.trim() || <PreviewPlaceholder>{t('preview.name')}</PreviewPlaceholder>}
        about={draft}
        picture={toPictureSource(draft.picture)}
        owner={truncate(user?.profileName ?? '')}
      />
    </Preview>
  );
}

/** /new-post/adopt-animal: form for a new animal, with a preview. */
export function NewAnimalPage() {
  const { t } = useTranslation('adoption', 'shared');
  const form = useAnimalForm();
  const { draft, changePicture, isMissing, isSending } = form;
  return (
    <CreationPage
      title={t('form.title')}
      submit={t('form.send')}
      form={form}
      preview={<AnimalPreview draft={draft} />}
    >
      <PictureField
        label={t('shared:picture.label')}
        value={draft.picture}
        busy={isSending}
        invalid={isMissing('picture')}
        onChange={changePicture}
      />
      <AnimalFields {...form} />
      <DetailFields {...form} />
    </CreationPage>
  );
}
