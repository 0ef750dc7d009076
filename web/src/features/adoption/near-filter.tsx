import { skipToken } from '@reduxjs/toolkit/query';
import { MapPin } from 'lucide-react';
import type { Town } from '../../../../contract/rules/adoption.ts';
import { useGetTownQuery } from '../../api/adoption.ts';
import { formatNumber, Trans, useTranslation } from '../../i18n/index.ts';
import { loadChosenTown, saveChosenTown } from '../../state/chosen-town.ts';
import { Button, Select } from '../../ui/index.ts';
import styles from './adoption.module.css';
import { TownField } from './town/town-field.tsx';
import type { useAnimalFilter } from './use-animal-filter.ts';

const DISTANCES_KM = [10, 25, 50, 100, 250];

/** Returns a town from this browser's storage or from the server, or null while it loads. */
export function useTown(id: string): Town | null {
  const chosen = loadChosenTown();
  const isChosen = String(chosen?.id) === id;
  const { currentData } = useGetTownQuery(id === '' || isChosen ? skipToken : { id });
  return isChosen ? chosen : (currentData ?? null);
}

type NearFilterProps = Pick<ReturnType<typeof useAnimalFilter>, 'getValue' | 'setValues'>;

function DistanceFilters({ getValue, setValues }: NearFilterProps) {
  const { t } = useTranslation('adoption');
  return (
    <>
      <Select
        label={t('within.label')}
        value={getValue('within')}
        onChange={({ target }) => setValues({ within: target.value })}
      >
        <option value="">{t('within.any')}</option>
        {DISTANCES_KM.map((km) => (
          <option key={km} value={km}>
            {t('within.upTo', { km: formatNumber(km) })}
          </option>
        ))}
      </Select>
      <Select
        label={t('sort.label')}
        value={getValue('sort')}
        onChange={({ target }) => setValues({ sort: target.value })}
      >
        <option value="">{t('sort.distance')}</option>
        <option value="date">{t('sort.date')}</option>
      </Select>
    </>
  );
}

/** Filter by distance from a town. The selected town is stored in this browser and suggested on the next visit. */
export function NearFilter({ getValue, setValues }: NearFilterProps) {
  const { t } = useTranslation('adoption');
  const near = getValue('near');
  const town = useTown(near);
  const chosen = loadChosenTown();

  const choose = (next: Town | null) => {
    saveChosenTown(next);
    setValues(next ? { near: String(next.id) } : { near: '', within: '', sort: '' });
  };

  return (
    <div className={styles.near}>
      <TownField label={t('filters.near')} hint={t('town.kept')} value={town} onChange={choose} />
      {near !== '' && <DistanceFilters getValue={getValue} setValues={setValues} />}
      {near === '' && chosen && (
        <Button
          variant="secondary"
          icon={<MapPin size={18} aria-hidden="true" />}
          onClick={() => choose(chosen)}
        >
          {t('town.near', { town: chosen.name })}
        </Button>
      )}
    </div>
  );
}

/** Source of the town data, as required by its licence. */
export function TownSource() {
  const { t } = useTranslation('adoption');
  return (
    <p className={styles.source}>
      <Trans
        t={t}
        i18nKey="town.source"
        // biome-ignore lint/a11y/useAnchorContent: `Trans` inserts the text.
        components={{ site: <a href="https://www.geonames.org/" rel="noreferrer" target="_blank" /> }}
      />
    </p>
  );
}
