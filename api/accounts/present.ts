import { GENDERS } from '../../domain/accounts/rules.ts';
import type { PersonalData } from '../../domain/ports/private-data.ts';
import type { ProfileSummary, SessionUser } from '../contract/shapes.ts';

/** Coins of an account that has no wallet yet. */
export const NO_COINS = 0;

/** Who somebody is to themselves. */
export const sessionUserOf = (
  { id, idProfile, nickname, profileName, role }: ProfileSummary,
  { email, name, surnames, birthdate, gender }: PersonalData,
): SessionUser => ({
  id,
  idProfile,
  nickname,
  profileName,
  role,
  walletCoins: NO_COINS,
  email,
  name,
  surnames,
  birthdate,
  gender: GENDERS.find((known) => known === gender) ?? null,
});
