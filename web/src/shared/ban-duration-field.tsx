import { SUSPENSION_DAYS, type SuspensionDays } from '../../../contract/rules/accounts.ts';
import { useTranslation } from '../i18n/index.ts';
import { Select } from '../ui/index.ts';

/** Duration of a ban in days; null for a permanent ban. */
export type BanDuration = SuspensionDays | null;

interface BanDurationFieldProps {
  readonly duration: BanDuration;
  readonly onChange: (duration: BanDuration) => void;
}

/** Field for the duration of a ban. */
export function BanDurationField({ duration, onChange }: BanDurationFieldProps) {
  const { t } = useTranslation('moderation');
  const find = (value: string) => SUSPENSION_DAYS.find((days) => String(days) === value) ?? null;
  return (
    <Select
      label={t('ban.duration')}
      value={duration ?? ''}
      onChange={({ target }) => onChange(find(target.value))}
    >
      <option value="">{t('ban.forGood')}</option>
      {SUSPENSION_DAYS.map((days) => (
        <option key={days} value={days}>
          {t('ban.days', { count: days })}
        </option>
      ))}
    </Select>
  );
}
